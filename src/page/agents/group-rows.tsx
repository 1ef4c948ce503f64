import type { CapabilityFact } from '../../capabilities/profile.ts'
import { standingOf } from '../../capabilities/standing.ts'
import { type CapabilityGroup, meaningOf } from '../state/agents/capability-groups.ts'
import type { Place } from '../state/agents/grid-focus.ts'
import type { AgentMatch } from './agent-head.tsx'
import type { ChosenFact } from './evidence-panel.tsx'
import { SupportMark, supportLabel } from './support-mark.tsx'

interface GroupProps {
  readonly group: CapabilityGroup
  readonly columns: readonly AgentMatch[]
  /** Index of the group's first row in the table. */
  readonly firstRow: number
  /** The one cell that Tab reaches. */
  readonly reachable: Place
  readonly onFocus: (place: Place) => void
  readonly onChoose: (fact: ChosenFact) => void
}

export function GroupRows({ group, columns, firstRow, reachable, onFocus, onChoose }: GroupProps) {
  return (
    <tbody>
      <tr class="group">
        <th scope="rowgroup" colSpan={columns.length + 1}>
          <span>{group.name}</span>
        </th>
      </tr>
      {group.ids.map((id, index) => (
        <tr key={id}>
          <th scope="row">
            <span class="means">{meaningOf(id) ?? id}</span>
            <code>{id}</code>
          </th>
          {columns.map(({ agent }, column) => {
            const row = firstRow + index
            const fact: CapabilityFact = agent.profile?.facts[id] ?? { id, support: 'unknown', evidence: [] }
            const standing = agent.profile === undefined ? fact.support : standingOf(agent.profile, id)
            const about = { agent: agent.name, fact }
            return (
              <td key={agent.id}>
                <button
                  type="button"
                  class="cell"
                  data-row={row}
                  data-column={column}
                  tabIndex={row === reachable.row && column === reachable.column ? 0 : -1}
                  aria-label={`${agent.name}, ${id}: ${supportLabel(standing)}`}
                  onMouseEnter={({ currentTarget: cell, clientX: x, clientY: y }) =>
                    onChoose({ ...about, cell, pointedAt: { x, y } })
                  }
                  onClick={({ currentTarget: cell }) => onChoose({ ...about, cell })}
                  onFocus={({ currentTarget: cell }) => {
                    onFocus({ row, column })
                    onChoose({ ...about, cell })
                  }}
                >
                  <SupportMark support={standing} />
                </button>
              </td>
            )
          })}
        </tr>
      ))}
    </tbody>
  )
}
