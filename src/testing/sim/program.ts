import { readFileSync } from 'node:fs'
import { CapstanError } from '../../core/capstan-error.ts'
import { ValidationError } from '../../core/validation-error.ts'
import { version } from '../../core/version.ts'
import { SimAgent } from './agent.ts'
import { parseScenario } from './check-scenario.ts'
import { type ProtocolChoice, protocolChoices } from './wire/initialize.ts'
import { Peer } from './wire/peer.ts'
import type { Scenario } from './scenario.ts'
import { SessionStore } from './sessions/session-store.ts'
import type { SimOptions } from './sim-options.ts'

const help = `capstan-sim: the simulated coding agent of Capstan. No model, no key, no network.

It speaks ACP (the Agent Client Protocol, versions 1 and 2) on stdin and stdout, and does small things in the
workspace: read, find, list, write, run, think, say, plan. Try: capstan run sim "list and read README.md"

Options:
  --protocol <auto|1|2|echo>  the versions it speaks; echo answers any number with itself (CAPSTAN_SIM_PROTOCOL)
  --scenario <file or JSON>   does what it says instead, for tests (CAPSTAN_SIM_SCENARIO)
  --pace <milliseconds>       waits between two words (CAPSTAN_SIM_PACE)
  --help, --version

Sessions are kept in CAPSTAN_SIM_HOME, or in a folder of the system's temporary one.`

type Environment = Readonly<Record<string, string | undefined>>

/** Runs the program; resolves with its exit code. */
export async function startSim(words: readonly string[], environment: Environment): Promise<number> {
  if (words.includes('--help')) return print(help)
  if (words.includes('--version')) return print(version)
  let options: SimOptions
  try {
    options = readOptions(words, environment)
  } catch (error) {
    if (!CapstanError.isInstance(error)) throw error
    process.stderr.write(`capstan-sim: ${[error.message, error.hint].filter(Boolean).join('. ')}\n`)
    return 2
  }
  if (process.stdin.isTTY) {
    process.stderr.write(
      'This is the simulated agent of Capstan. It expects an ACP client on stdin.\n' +
        'Try: capstan run sim "help", or capstan-sim --help\n',
    )
  }
  await serve(options)
  return 0
}

async function serve(options: SimOptions): Promise<void> {
  // Ignore a closed output pipe; the end of the input ends the sim.
  process.stdout.on('error', () => undefined)
  const agent = new SimAgent(options, () => peer)
  const peer: Peer = new Peer({ input: process.stdin, output: process.stdout }, agent)
  const { stubborn } = options.scenario
  if (stubborn) process.on('SIGTERM', () => process.stderr.write('capstan-sim: ignores SIGTERM\n'))
  else endBySignal(agent)
  await peer.listen()
  if (stubborn) await neverEnd()
  agent.stop()
  await peer.flush()
  process.exit(0)
}

/** Ends its commands: they run in other process groups and would outlive the sim. */
function endBySignal(agent: SimAgent): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.once(signal, () => {
      agent.stop()
      process.kill(process.pid, signal)
    })
  }
}

async function neverEnd(): Promise<void> {
  process.stderr.write('capstan-sim: continues after the end of its input\n')
  await new Promise(() => setInterval(() => undefined, 1000))
}

function readOptions(words: readonly string[], environment: Environment): SimOptions {
  const typed = readWords(words)
  const of = (name: string): string | undefined =>
    typed.get(name) ?? (environment[`CAPSTAN_SIM_${name.toUpperCase()}`] || undefined)
  const protocol = of('protocol') ?? 'auto'
  if (!protocolChoices.includes(protocol as ProtocolChoice)) {
    throw new ValidationError(`Unknown protocol ${protocol}`, [], {
      hint: `Use ${protocolChoices.join(', ')}.`,
    })
  }
  const pace = Number(of('pace') ?? 0)
  if (!(pace >= 0)) throw new ValidationError('The pace must be a number of milliseconds')
  const scenario = of('scenario')
  return {
    protocol: protocol as ProtocolChoice,
    scenario: scenario === undefined ? {} : readScenario(scenario),
    pace,
    store: new SessionStore(environment['CAPSTAN_SIM_HOME'] || undefined),
  }
}

function readWords(words: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (let at = 0; at < words.length; at += 2) {
    const [option = '', value] = words.slice(at, at + 2)
    if (!/^--(protocol|scenario|pace)$/.test(option) || value === undefined) {
      throw new ValidationError(`${option} is not a known option with a value`, [], {
        hint: 'See capstan-sim --help.',
      })
    }
    found.set(option.slice(2), value)
  }
  return found
}

/** A scenario is inline JSON or the name of a file. */
function readScenario(file: string): Scenario {
  if (file.startsWith('{')) return parseScenario(file)
  let source: string
  try {
    source = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new ValidationError(`The scenario ${file} cannot be read`, [], { cause })
  }
  return parseScenario(source)
}

function print(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}
