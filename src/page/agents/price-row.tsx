import { dollars } from '../state/meters.ts'
import type { AgentMatch } from './agent-head.tsx'

/** The group of what agents cost: list prices, which are not capabilities. */
export function PriceRow({ columns }: { columns: readonly AgentMatch[] }) {
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
