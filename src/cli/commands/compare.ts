import type { Command } from '../command.ts'
import { columns } from '../output/columns.ts'
import { shortValue } from '../output/short-text.ts'
import type { Output } from '../output/output.ts'
import { visibleLength, wrapText } from '../output/wrap.ts'
import { UsageError } from '../usage-error.ts'
import { findAgent } from './agent-argument.ts'
import { agentsOption, openClient } from './known-agents.ts'
import { allFacts, type DescribedFact, supportText } from './capabilities/fact-rows.ts'

/** One capability across agents. */
interface MatrixRow {
  id: string
  means?: string
  differs: boolean
  agents: Record<string, Pick<DescribedFact, 'support' | 'standing' | 'value'>>
}

export const compareAgents: Command = {
  description: 'Compares the capabilities of agents, one per line. Differences come first.',
  usage: '<agent> <agent>… [--all]',
  options: [{ name: 'all', help: 'also show capabilities that are the same for all' }, agentsOption],
  maxArguments: Infinity,
  examples: ['capstan compare claude codex', 'capstan compare claude gemini pi --all --json'],
  async run({ values, arguments: typed, output }) {
    const found = await Promise.all(typed.map((name) => findAgent(name, { values })))
    const agents = found.filter(({ id }, index) => index === found.findIndex((other) => other.id === id))
    const names = agents.map(({ id }) => id)
    if (agents.length < 2) {
      throw new UsageError('Too few agents to compare', 'Name two or more agents.')
    }
    const client = await openClient(values)
    const facts = await Promise.all(agents.map(async ({ id }) => allFacts(await client.profile(id))))
    const all = rowsOf(names, facts)
    const differing = all.filter(({ differs }) => differs)
    const same = all.filter(({ differs }) => !differs)
    const rows = values.has('all') ? [...differing, ...same] : differing
    output.data({ agents: names, same: same.length, rows }, () => {
      const certain = differing.filter(differsForSure)
      const shown = values.has('all') ? rows : certain
      const hidden = values.has('all') ? '' : ' (--all shows them)'
      const counts = `${certain.length} differ, ${differing.length - certain.length} may differ (unknown), ${same.length} are the same${hidden}.`
      const simulated = agents.filter(({ definition }) => definition.simulated).map(({ id }) => id)
      const note = simulated.length === 0 ? '' : `\n${simulated.join(', ')}: simulated, no model.`
      return [matrixOf(names, shown, output), '', ...wrapText(counts, output.width)].join('\n') + note
    })
    return 0
  },
}

/** Whether the capability applies to the agent. */
function applies(facts: readonly DescribedFact[], id: string): boolean {
  return facts.some((fact) => fact.id === id && fact.standing !== 'not-applicable')
}

/** Facts about the identity of an agent are not capabilities. */
function isAbility(id: string): boolean {
  return !id.startsWith('identity.')
}

function rowsOf(names: readonly string[], facts: readonly (readonly DescribedFact[])[]): MatrixRow[] {
  const byAgent = facts.map((list) => new Map(list.map((fact) => [fact.id, fact])))
  const ids = new Map(facts.flat().map(({ id, means }) => [id, means]))
  return [...ids]
    .filter(([id]) => isAbility(id) && facts.some((list) => applies(list, id)))
    .map(([id, means]) => {
      const cells = names.map((name, index) => {
        const { support = 'unknown', standing = support, value } = byAgent[index]?.get(id) ?? {}
        return [name, { support, standing, ...(value === undefined ? {} : { value }) }] as const
      })
      return {
        id,
        ...(means === undefined ? {} : { means }),
        differs: new Set(cells.map(([, cell]) => JSON.stringify(cell))).size > 1,
        agents: Object.fromEntries(cells),
      }
    })
}

/** Whether two known values differ. */
function differsForSure({ agents }: MatrixRow): boolean {
  const known = Object.values(agents).filter(({ standing }) => standing !== 'unknown')
  return new Set(known.map((cell) => JSON.stringify(cell))).size > 1
}

/** The width of a cell that shows only the support. */
const leastCell = 14

/** One table, or several below each other if the agents do not fit side by side. */
function matrixOf(names: readonly string[], rows: readonly MatrixRow[], output: Output): string {
  const first = Math.max(0, ...rows.map(({ id }) => id.length))
  const most = Math.max(1, Math.floor((output.width - first) / (leastCell + 2)))
  const tables = Math.ceil(names.length / most)
  const each = Math.ceil(names.length / tables)
  const cellWidth = Math.floor((output.width - first) / each) - 2
  return Array.from({ length: tables }, (_, index) =>
    tableOf(names.slice(index * each, (index + 1) * each), rows, { cellWidth, style: output.style }),
  ).join('\n\n')
}

function tableOf(
  names: readonly string[],
  rows: readonly MatrixRow[],
  { cellWidth, style }: { cellWidth: number; style: Output['style'] },
): string {
  const head = ['', ...names.map(style.bold)]
  const body = rows.map(({ id, agents }) => [
    style.bold(id),
    ...names.map((name) => {
      const cell = agents[name] ?? { support: 'unknown' as const, standing: 'unknown' as const }
      const text = cell.standing === 'not-applicable' ? style.dim('not applicable') : supportText(cell, style)
      const left = cellWidth - visibleLength(text) - 1
      const value = left < 4 ? '' : shortValue(cell.value, left)
      return value === '' ? text : `${text} ${style.dim(value)}`
    }),
  ])
  return columns([head, ...body], { indent: '' })
}
