import { cpus, totalmem } from 'node:os'
import type { Table } from '../measure.ts'
import type { InstalledPeer, MissingPeer } from './installed-peer.ts'
import { whyNot } from './peers.ts'
import type { Loss } from './work.ts'

export interface PeerResults {
  readonly installed: readonly InstalledPeer[]
  readonly missing: readonly MissingPeer[]
  readonly tables: readonly Table[]
  readonly losses: readonly Loss[]
  readonly rounds: number
  readonly load: number
}

/** `docs/benchmarks.md`: every figure of a run, the ratios first. */
export function benchmarksPage(results: PeerResults): string {
  const { installed, missing, tables, losses, rounds, load } = results
  const [processor] = cpus()
  const memory = (totalmem() / 1024 ** 3).toFixed(0)
  return [
    '# Benchmarks beside other clients',
    '',
    'For people who compare Capstan with other ways to drive an agent. `npm run bench -- peers` installs the others, does the same work',
    'with each in one run and writes this page. Each sample is a process of its own; the agent is `bench/agent/null-agent`, which does',
    'nothing, so that only the client counts. `×` is the median of the ratios to the first row of the table in the same round.',
    '',
    '<!-- validated only: it installs other clients from npm and measures for minutes -->',
    '',
    '```sh',
    `npm run bench -- peers --rounds ${rounds}`,
    '```',
    '',
    `Node.js ${process.versions.node} on ${process.platform}, ${cpus().length} × ${processor?.model.trim() ?? 'unknown'}, ${memory} GB;`,
    `${rounds} interleaved rounds, three for heaps; load ${load.toFixed(1)} at the end. Milliseconds depend on the machine and its load, ratios less.`,
    '',
    '| client | version |',
    '|---|---|',
    ...installed.map(({ name, version }) => `| ${name} | ${version} |`),
    ...missing.map(({ name, why }) => `| ${name} | not possible: ${why} |`),
    '',
    ...tables.flatMap((table) => section(table, { installed, missing })),
    '## Loss',
    '',
    'Updates that the agent sent and the client did not report, over all rounds.',
    '',
    '| client | work | sent | lost |',
    '|---|---|---|---|',
    ...losses.map(({ work, peer, sent, lost }) => `| ${peer} | ${work.split(':')[0]} | ${sent} | ${lost} |`),
    ...missing.map(({ name }) => `| ${name} | not possible | | |`),
    '',
  ].join('\n')
}

function section(
  { title, unit, rows }: Table,
  { installed, missing }: Pick<PeerResults, 'installed' | 'missing'>,
): string[] {
  const absent = [...installed, ...missing].filter(
    ({ name }) => !rows.some((row) => row.name.startsWith(name)),
  )
  return [
    `## ${title}`,
    '',
    `| client | × | median (${unit}) | min | max |`,
    '|---|---|---|---|---|',
    ...rows.map(({ name, medianRatio, median, min, max }) => {
      const figures = [median, min, max].map((figure) => figure.toFixed(unit === 'KB' ? 0 : 1))
      return `| ${name} | ${medianRatio.toFixed(2)} | ${figures.join(' | ')} |`
    }),
    ...absent.map((peer) => {
      const why = 'why' in peer ? undefined : whyNot(peer, title)
      return `| ${peer.name} | not possible${why === undefined ? '' : `: ${why}`} | | | |`
    }),
    '',
  ]
}
