import { useMemo, useRef, useState } from 'preact/hooks'
import { groupIds } from '../state/capability-groups.ts'
import { movedBy, type Place } from '../state/grid-focus.ts'
import { AgentHead, type AgentMatch } from './agent-head.tsx'
import { EvidencePanel } from './evidence-panel.tsx'
import { GroupRows } from './group-rows.tsx'
import { useEvidence } from './use-evidence.ts'

interface TableProps {
  readonly columns: readonly AgentMatch[]
  readonly ids: readonly string[]
  readonly probe: (id: string) => Promise<void>
}

/** Capabilities by agent. Tab reaches one cell, the arrow keys move between cells. */
export function CapabilityTable({ columns, ids, probe }: TableProps) {
  const table = useRef<HTMLTableElement>(null)
  const [focus, setFocus] = useState<Place>({ row: 0, column: 0 })
  const { chosen, choose, close, stay, leave } = useEvidence()
  const row = Math.min(focus.row, ids.length - 1)
  const column = Math.min(focus.column, columns.length - 1)
  const onKeyDown = (event: KeyboardEvent): void => {
    const isCell = event.target instanceof Element && event.target.matches('button[data-row]')
    const next = isCell
      ? movedBy(event.key, { row, column }, { rows: ids.length, columns: columns.length })
      : undefined
    if (next === undefined) return
    event.preventDefault()
    setFocus(next)
    const cell = `button[data-row="${next.row}"][data-column="${next.column}"]`
    table.current?.querySelector<HTMLButtonElement>(cell)?.focus()
  }
  // Memoized: hovering over a cell must not redraw a thousand others.
  const groups = useMemo(() => {
    let next = 0
    return groupIds(ids).map((group) => {
      const firstRow = next
      next += group.ids.length
      const place = { firstRow, reachable: { row, column } }
      const handlers = { onFocus: setFocus, onChoose: choose }
      return <GroupRows key={group.name} group={group} columns={columns} {...place} {...handlers} />
    })
  }, [columns, ids, row, column, choose])
  return (
    <>
      <div class="scroll matrix-frame" onKeyDown={onKeyDown} onMouseLeave={leave}>
        <table ref={table} class="matrix">
          <caption class="hidden">Capabilities by agent. Use the arrow keys to move between cells.</caption>
          <thead>
            <tr>
              <th scope="col">Capability</th>
              {columns.map((match) => (
                <AgentHead key={match.agent.id} {...match} probe={probe} />
              ))}
            </tr>
          </thead>
          {groups}
        </table>
      </div>
      {chosen !== undefined && (
        <EvidencePanel chosen={chosen} onClose={close} onEnter={stay} onLeave={leave} />
      )}
    </>
  )
}
