import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Agents } from '../api/use-agents.ts'
import { Icon } from '../icon.tsx'
import { idsOf } from '../state/agents/capability-groups.ts'
import { idsFor, readNeed, verdictOn } from '../state/agents/need.ts'
import { CapabilityTable } from './capability-table.tsx'
import { VersionHistory } from './version-history.tsx'
import { ProbeAll } from './probe-all.tsx'
import { SupportMark } from './support-mark.tsx'

const examples = ['images and resume under $1/M', 'json schema', 'subagents', 'asks first']

interface AgentsProps extends Agents {
  readonly isShown: boolean
}

/** The capabilities of all agents, with a search. */
export function AgentsView({ isShown, ...props }: AgentsProps) {
  const { agents, isLoading, error, probe, refresh, reload, needProfiles } = props
  useEffect(() => {
    if (isShown) needProfiles()
  }, [isShown, needProfiles])
  const [text, setText] = useState('')
  const need = useMemo(() => readNeed(text), [text])
  const matches = useMemo(() => {
    const all = agents.map((agent) => {
      const { id, name, profile, lowestPrice } = agent
      return { agent, verdict: verdictOn(need, { id, name, profile, lowestPrice }) }
    })
    // Installed agents come first.
    return all.toSorted((one, other) => Number(other.agent.isInstalled) - Number(one.agent.isInstalled))
  }, [agents, need])
  const fitting = useMemo(() => matches.filter(({ verdict }) => verdict !== 'unsupported'), [matches])
  const ids = useMemo(
    () => idsFor(need, idsOf(agents.flatMap(({ profile }) => profile ?? []))),
    [agents, need],
  )
  const isReading = agents.length > 0 && agents.every(({ profile }) => profile === undefined)
  const sure = fitting.filter(({ verdict }) => verdict === 'supported').length
  const doubt = fitting.length - sure
  return (
    <section aria-labelledby="agents-title">
      <div class="title-bar">
        <h2 id="agents-title">Agents</h2>
        <p role="status" class="quiet">
          {isLoading || isReading
            ? 'Loading agents…'
            : text === ''
              ? countOf(agents.length)
              : `${sure} of ${countOf(agents.length)} match${doubt > 0 ? `, ${doubt} unknown` : ''}`}
        </p>
        <ProbeAll agents={agents.filter(({ isInstalled }) => isInstalled)} probe={probe} />
      </div>
      <form role="search" class="search" onSubmit={(event) => event.preventDefault()}>
        <Icon name="search" />
        <input
          type="search"
          aria-label="What do you need?"
          value={text}
          placeholder="What do you need? For example: images and json schema under $3/M"
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </form>
      <SearchBar text={text} onPick={setText} />
      {error !== undefined && (
        <p role="alert" class="error">
          {error}
        </p>
      )}
      {fitting.length > 0 && ids.length > 0 && (
        <CapabilityTable
          columns={fitting}
          ids={ids}
          hasPrices={need.words.length === 0 || need.maxPrice !== undefined}
          probe={probe}
          refresh={refresh}
          reload={reload}
        />
      )}
      {!isLoading && error === undefined && fitting.length === 0 && (
        <p class="empty">No agent matches. Remove a word or raise the price.</p>
      )}
      {agents.length > 0 && <VersionHistory agents={agents} />}
    </section>
  )
}

/** Examples of a search, and the meaning of the marks in the table. */
function SearchBar({ text, onPick }: { text: string; onPick: (text: string) => void }) {
  return (
    <div class="bar">
      <span class="chips">
        {examples.map((example) => (
          <button
            key={example}
            type="button"
            class="chip"
            aria-pressed={text === example}
            onClick={() => onPick(text === example ? '' : example)}
          >
            {example}
          </button>
        ))}
      </span>
      <span class="legend">
        <SupportMark support="supported" />
        <SupportMark support="unsupported" />
        <SupportMark support="unknown" />
        <span class="quiet">Choose a cell to see its evidence</span>
      </span>
    </div>
  )
}

function countOf(agents: number): string {
  return agents === 1 ? '1 agent' : `${agents} agents`
}
