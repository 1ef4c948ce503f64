import { parseArgs } from 'node:util'
import { CapstanError } from '../src/core/capstan-error.ts'
import { benchA2E } from './a2e.ts'
import { benchAcp } from './acp.ts'
import { benchDetect } from './detect.ts'
import { benchFirstOutput } from './first-output.ts'
import { benchFleet } from './fleet.ts'
import { benchGateway } from './gateway.ts'
import { benchLines } from './lines.ts'
import type { Table } from './measure.ts'
import { benchPage } from './page.ts'
import { benchPeers } from './peers.ts'
import { benchProfile } from './profile.ts'
import { benchProxy } from './proxy.ts'
import { formatReport, takeReport } from './report.ts'
import { benchSandbox } from './sandbox.ts'
import { benchSessions } from './sessions.ts'
import { benchStart } from './start.ts'

const benches = new Map<string, { summary: string; run: (rounds: number) => Promise<Table[]> }>([
  ['lines', { summary: 'agent lines to values; a queue whose reader stalls', run: benchLines }],
  [
    'acp',
    { summary: 'a run over ACP: updates, the first event, idle sessions, a stalled reader', run: benchAcp },
  ],
  ['a2e', { summary: 'calls to an A2E host over HTTP and stdio', run: benchA2E }],
  ['gateway', { summary: 'runs to AG-UI clients: text, the first byte, many at once', run: benchGateway }],
  [
    'page',
    {
      summary: 'bytes of the page and of a conversion, and time to the first message in a browser',
      run: benchPage,
    },
  ],
  [
    'peers',
    {
      summary: 'the same work with other clients of the npm registry; writes docs/benchmarks.md',
      run: benchPeers,
    },
  ],
  ['profile', { summary: 'repeated profiles of an installed agent', run: benchProfile }],
  ['proxy', { summary: 'the model proxy: CPU time of streamed answers, the first event', run: benchProxy }],
  ['sandbox', { summary: 'what the sandbox adds to the first event', run: benchSandbox }],
  ['detect', { summary: 'detection of all agents on a machine', run: benchDetect }],
  [
    'sessions',
    { summary: 'sends and deliveries in one file, ten thousand sessions, the socket', run: benchSessions },
  ],
  ['fleet', { summary: 'durable messages of 1, 2 and 3 nodes on PostgreSQL', run: benchFleet }],
  ['run', { summary: 'time to the first output of capstan run', run: benchFirstOutput }],
  ['start', { summary: 'CPU time to start the command and import the package', run: benchStart }],
])

const help = `Usage: npm run bench -- <name> [--rounds N] [--json]

Measures against a baseline of the same run, in interleaved rounds.
Exits with 1 if a budget is exceeded, with 2 if it could not be run.

Names:
${[...benches].map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`).join('\n')}

Options:
  --rounds N  how often each case is measured; 21 if not given
  --json      the report as JSON
  --help      this text
`

async function main(): Promise<number> {
  const { values, positionals } = readArguments()
  const [name] = positionals
  if (values.help || name === undefined) {
    process.stdout.write(help)
    return values.help ? 0 : 2
  }
  const bench = benches.get(name)
  if (bench === undefined || positionals.length > 1) {
    throw usageError(`There is no benchmark ${JSON.stringify(positionals.join(' '))}.`)
  }
  const rounds = Number(values.rounds)
  if (!Number.isInteger(rounds) || rounds < 1) throw usageError('--rounds takes an integer of at least 1.')
  const report = await takeReport(name, rounds, bench.run)
  process.stdout.write(values.json ? `${JSON.stringify(report, undefined, 2)}\n` : formatReport(report))
  return report.exceeded.length === 0 ? 0 : 1
}

function readArguments(): {
  values: { rounds: string; json: boolean; help: boolean }
  positionals: string[]
} {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        rounds: { type: 'string', default: '21' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : String(error))
  }
}

function usageError(message: string): CapstanError {
  return new CapstanError('BENCH_USAGE', message, {
    hint: `Choose from ${[...benches.keys()].join(', ')}, or see --help.`,
  })
}

try {
  process.exitCode = await main()
} catch (error) {
  if (!CapstanError.isInstance(error)) throw error
  process.stderr.write(`${error.message}\n${error.hint ?? ''}\n`)
  process.exitCode = 2
}
