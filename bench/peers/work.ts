import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readDefinitions } from '../../src/agents/index.ts'
import { CapstanError } from '../../src/core/capstan-error.ts'
import { nullProgram } from '../acp/null-agent.ts'
import { measure, type Table } from '../measure.ts'
import type { InstalledPeer } from './installed-peer.ts'
import { type Peer, whyNot } from './peers.ts'

/** What one process reports about its work. */
interface Outcome {
  first?: number
  cpu?: number
  kilobytes?: number
  megabytes?: number
  seen?: number
}

interface Work {
  readonly name: 'first' | 'text' | 'tool' | 'idle' | 'slow'
  readonly title: string
  readonly unit: Table['unit']
  readonly count: number
  readonly figure: (outcome: Outcome) => number | undefined
  /** Heap does not depend on the load of the machine. */
  readonly mostRounds?: number
}

const works: readonly Work[] = [
  {
    name: 'first',
    title: 'First event: process start to the first update',
    unit: 'ms',
    count: 1,
    figure: ({ first }) => first,
  },
  {
    name: 'text',
    title: 'Streaming: 100000 text updates',
    unit: 'CPU ms',
    count: 100_000,
    figure: ({ cpu }) => cpu,
  },
  {
    name: 'tool',
    title: 'Tool updates: 20000 of them',
    unit: 'CPU ms',
    count: 20_000,
    figure: ({ cpu }) => cpu,
  },
  {
    name: 'idle',
    title: 'Idle session: one of 20',
    unit: 'heap KB',
    count: 20,
    figure: ({ kilobytes }) => kilobytes,
    mostRounds: 3,
  },
  {
    name: 'slow',
    title: 'Slow reader: 200000 text updates',
    unit: 'heap MB',
    count: 200_000,
    figure: ({ megabytes }) => megabytes,
    mostRounds: 3,
  },
]

/** Updates that were sent to a client and did not arrive, over all rounds of a work. */
export interface Loss {
  readonly work: string
  readonly peer: string
  readonly sent: number
  readonly lost: number
}

/** Does the same work with each client in processes of their own. The first row is a client written by hand. */
export async function benchWork(
  installed: readonly InstalledPeer[],
  { rounds, native }: { rounds: number; native: string | undefined },
): Promise<{ tables: Table[]; losses: Loss[] }> {
  const clients: readonly (Pick<Peer, 'name' | 'case' | 'notPossible'> & { folder: string })[] = [
    { name: 'hand-written', folder: join(import.meta.dirname, 'cases'), case: 'hand-written.mjs' },
    ...installed.map((peer) => ({ ...peer, name: `${peer.name} ${peer.version}` })),
  ]
  const counts = new Map<string, { sent: number; seen: number }>()
  const tables: Table[] = []
  for (const { name, title, unit, count, figure, mostRounds = rounds } of works) {
    const sampleOf = (client: (typeof clients)[number]) => (): number => {
      const outcome = inProcess(client, [name, String(count)], agentFor(name, native))
      if (outcome.seen !== undefined) {
        const known = counts.get(`${title}\n${client.name}`) ?? { sent: 0, seen: 0 }
        counts.set(`${title}\n${client.name}`, {
          sent: known.sent + count,
          seen: known.seen + outcome.seen,
        })
      }
      return figure(outcome) ?? Number.NaN
    }
    const able = clients.filter((client) => whyNot(client, title) === undefined)
    const cases = able.map((client) => ({ name: client.name, sample: sampleOf(client) }))
    tables.push({ title, unit, rows: await measure(cases, Math.min(rounds, mostRounds)) })
  }
  const losses = Array.from(counts, ([key, { sent, seen }]) => {
    const [work = '', peer = ''] = key.split('\n')
    return { work, peer, sent, lost: sent - seen }
  })
  return { tables, losses }
}

/** A native agent where its own start and memory would blur the figure; the other has both kinds of updates. */
function agentFor(work: Work['name'], native: string | undefined): readonly string[] {
  const isNative = (work === 'first' || work === 'idle') && native !== undefined
  return isNative ? [native] : [process.execPath, nullProgram]
}

function inProcess(
  { folder, case: file }: { folder: string; case: string },
  work: readonly string[],
  command: readonly string[],
): Outcome {
  const [binary, ...words] = command
  const [definition] = readDefinitions({ id: 'null', acp: { binary, arguments: words } })
  const home = mkdtempSync(join(tmpdir(), 'capstan-peers-home-'))
  try {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ['--expose-gc', file, ...work, ...command],
      {
        cwd: folder,
        encoding: 'utf8',
        env: {
          ...process.env,
          HOME: home,
          CAPSTAN_HOME: join(home, 'capstan'),
          BENCH_DEFINITION: JSON.stringify(definition),
        },
        timeout: 300_000,
      },
    )
    if (status === 0 && stdout !== '') return JSON.parse(stdout) as Outcome
    throw new CapstanError('BENCH_CHILD_FAILED', `${file} ${work.join(' ')} ended with ${status}`, {
      hint: stderr.trim().split('\n').slice(0, 5).join(' '),
    })
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
