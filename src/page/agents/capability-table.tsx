import { useMemo, useRef, useState } from 'preact/hooks'
import { groupIds } from '../state/agents/capability-groups.ts'
import { movedBy, type Place } from '../state/agents/grid-focus.ts'
import { AgentHead, type AgentMatch, type HeadActions } from './agent-head.tsx'
import { EvidencePanel } from './evidence-panel.tsx'
import { GroupRows } from './group-rows.tsx'
import { useEvidence } from './use-evidence.ts'
import { dollars } from '../state/meters.ts'

/** The last group, after the capabilities. */
const priceAt = 3

interface TableProps extends HeadActions {
  readonly columns: readonly AgentMatch[]
  readonly ids: readonly string[]
  /** Whether the table shows prices. */
  readonly hasPrices: boolean
}

/** Capabilities by agent. Tab reaches one cell, the arrow keys move between cells. */
export function CapabilityTable({ columns, ids, hasPrices, ...actions }: TableProps) {
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
    const rows = groupIds(ids).map((group) => {
      const firstRow = next
      next += group.ids.length
      const place = { firstRow, reachable: { row, column } }
      const handlers = { onFocus: setFocus, onChoose: choose }
      return <GroupRows key={group.name} group={group} columns={columns} {...place} {...handlers} />
    })
    return hasPrices ? rows.toSpliced(priceAt, 0, <PriceRow key="price" columns={columns} />) : rows
  }, [columns, ids, row, column, choose, hasPrices])
  return (
    <>
      <div class="scroll matrix-frame" onKeyDown={onKeyDown} onMouseLeave={leave}>
        <table ref={table} class="matrix">
          <caption class="hidden">Capabilities by agent. Use the arrow keys to move between cells.</caption>
          <thead>
            <tr>
              <th scope="col">Capability</th>
              {columns.map((match) => (
                <AgentHead key={match.agent.id} {...match} {...actions} />
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

/** The group of list prices, which are not capabilities. */
function PriceRow({ columns }: { columns: readonly AgentMatch[] }) {
  return (
    <tbody>
      <tr class="group">
        <th scope="rowgroup" colSpan={columns.length + 1}>
          <span>What it costs</span>
        </th>
      </tr>
      <tr>
        <th scope="row">
          <span class="means">cheapest model, per million input tokens</span>
          <code>price</code>
        </th>
        {columns.map(({ agent: { id, lowestPrice } }) => (
          <td key={id} class="price">
            {lowestPrice === undefined ? <span class="quiet">unknown</span> : dollars(lowestPrice)}
          </td>
        ))}
      </tr>
    </tbody>
  )
}
