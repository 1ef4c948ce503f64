import { dictionary, type DictionaryEntry } from '../../src/capabilities/dictionary.ts'

const introduction = `# Capabilities

Written by \`npm run docs\` from \`src/capabilities/dictionary.ts\`.

A capability has an id, a support (\`supported\`, \`unsupported\` or \`unknown\`), sometimes a value, and the evidence
for it. The set is open: an id that is not below is kept, under a namespace of whoever brought it
(\`custom.<namespace>.<name>\`, \`acp.…\`, \`ag-ui.…\`, \`relay.…\`, \`mux.…\`).

## What silence means

| ecosystem | a field that is left out | \`false\` |
|---|---|---|
| AG-UI | unknown: omitted fields are not declared | unsupported |
| ACP | unsupported: what is omitted is not supported; the evidence says \`omitted\` | unsupported |
| agent-mux | cannot be: the shape is total. From an unknown we write \`false\`, and the profile keeps \`unknown\` | unsupported |
| Relay | unsupported: a capability is declared only when it is implemented | unsupported |
| A2E | unsupported; \`enabled: false\` carries the reason | unsupported |

Going out, AG-UI gets only what is known; total shapes get the careful value, and the ids that got it are listed as
\`assumed\`; what a shape cannot hold is listed as \`notCarried\`.

## What wins

1. Evidence about another model than the selected one does not count, and evidence that does not say whether never
   beats evidence that does.
2. An override beats everything else.
3. What is known of the selected model beats what is known of the agent.
4. What was said or seen of the installed version, or of no version in particular, beats what is of another one.
5. override > observed > advertised > model > declared.
6. The newer; then the one given later.

The value comes from the heaviest evidence that has one and does not contradict what won.
\`explain(profile, id)\` lists every piece, the deciding one first, and says why the others did not decide.

## Ids

Places are fields of the declaration; for ACP, version 1 and, behind the arrow, where version 2 differs.
`

const columns = {
  'AG-UI': 'agUi',
  'mux agent': 'mux',
  'mux model': 'model',
  ACP: 'acp',
  'agents-wire': 'agentsWire',
  Relay: 'relay',
  A2E: 'a2e',
} as const satisfies Record<string, keyof DictionaryEntry>

/** The page of the dictionary, one row an id. */
export function capabilitiesPage(): string {
  const titles = ['id', 'means', 'value', ...Object.keys(columns)]
  const rows = dictionary.map((entry) => {
    const places = Object.values(columns).map((column) => entry[column] ?? '')
    return [`\`${entry.id}\``, entry.means, entry.value ?? '', ...places]
  })
  const lines = [titles, titles.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.map(escaped).join(' | ')} |`,
  )
  return `${introduction}\n${lines.join('\n')}\n`
}

function escaped(cell: string): string {
  return cell.replaceAll('|', String.raw`\|`)
}
