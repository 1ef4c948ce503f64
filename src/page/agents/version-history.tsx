import { useEffect, useState } from 'preact/hooks'
import type { AgentHistory, HistorySeries } from '../../gateway/http/api/history-routes.ts'
import { errorText, getJson } from '../api/request.ts'
import type { KnownAgent } from '../api/shapes.ts'
import { Picker } from '../picker.tsx'
import { changeText, outcomeMark, seriesText } from '../state/agents/version-history.ts'
import { SupportMark } from './support-mark.tsx'

/** What past versions of one agent could do. Loaded when it is opened. */
export function VersionHistory({ agents }: { agents: readonly KnownAgent[] }) {
  const [isOpen, setOpen] = useState(false)
  const [id, setId] = useState<string>()
  const chosen = id ?? agents[0]?.id ?? ''
  return (
    <details class="history" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>History by version</summary>
      {isOpen && (
        <>
          <Picker
            label="Agent"
            value={chosen}
            options={agents.map((agent) => [agent.id, agent.name] as const)}
            onPick={setId}
          />
          <LoadedHistory key={chosen} id={chosen} />
        </>
      )}
    </details>
  )
}

function LoadedHistory({ id }: { id: string }) {
  const [history, setHistory] = useState<AgentHistory>()
  const [error, setError] = useState<string>()
  useEffect(() => {
    const stop = new AbortController()
    getJson<AgentHistory>(`/api/agents/${encodeURIComponent(id)}/history`, stop.signal).then(
      setHistory,
      (problem: unknown) => {
        if (!stop.signal.aborted) setError(errorText(problem))
      },
    )
    return () => stop.abort()
  }, [id])
  if (error !== undefined) {
    return (
      <p role="alert" class="error">
        {error}
      </p>
    )
  }
  if (history === undefined) return <p role="status">Loading the history…</p>
  if (history.tried === 0) return <p role="status">No history was recorded for this agent.</p>
  return (
    <>
      <p role="status" class="quiet">
        {history.tried === 1 ? '1 version' : `${history.tried} versions`} tried with a model provider on
        loopback. Versions between two columns were not tried.
      </p>
      {history.series.map((series) => (
        <SeriesTable key={seriesText(series)} series={series} />
      ))}
    </>
  )
}

function SeriesTable({ series }: { series: HistorySeries }) {
  const { versions, checks, changes } = series
  return (
    <>
      <div class="scroll">
        <table class="versions">
          <caption>{seriesText(series)}</caption>
          <thead>
            <tr>
              <th scope="col">Check</th>
              {versions.map((version) => (
                <th key={version} scope="col">
                  {version}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {checks.map(({ check, summary, cells }) => (
              <tr key={check}>
                <th scope="row">
                  {check}
                  <span class="quiet">{summary}</span>
                </th>
                {versions.map((version) => {
                  const cell = cells.find((one) => one.version === version)
                  return (
                    <td key={version} title={cell?.seen}>
                      {cell !== undefined && <SupportMark support={outcomeMark(cell.outcome)} />}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {changes.length > 0 && (
        <ul class="version-changes">
          {changes.map((change) => (
            <li key={`${change.what} ${change.by}`}>
              <code>{change.what}</code> {changeText(change)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
