import type { AgentDefinition } from '../../agents/definition/definition.ts'
import type { HeldPolicy } from '../../agents/definition/definition-policies.ts'
import { transportsOf } from '../../agents/definition/transports.ts'
import { policyMeans } from '../../agents/launch/policy-means.ts'
import type { Transport } from '../../capabilities/evidence.ts'
import { anyOf } from '../../core/text/any-of.ts'
import type { RunOptions } from '../api/options.ts'
import { canAsk } from '../api/run-needs.ts'
import { sandboxDecision } from '../permissions/confine.ts'
import { sandboxSupport } from '../../sandbox/bubblewrap.ts'

export interface RefusedPolicy {
  readonly definition: AgentDefinition
  readonly policy: HeldPolicy
  readonly transport: Transport
  /** The agent runs at all: a sandbox or the caller's consent would start it. */
  readonly canStart: boolean
}

/** What works instead of a refused policy, for code and for the command line. */
export function policyHints(
  options: RunOptions,
  { definition, policy, transport, canStart }: RefusedPolicy,
): { hint: string; commandHint: string } {
  const other = transport === 'acp' ? 'cli' : 'acp'
  const transports = options.transport === undefined ? transportsOf(definition) : [transport]
  const held = (['allow-reads', 'deny'] as const).filter(
    (stricter) =>
      stricter !== policy &&
      transports.some((one) => holds(options, { definition, policy: stricter, transport: one })),
  )
  const names = anyOf([...held, 'allow'])
  const ways = [
    ...(holds(options, { definition, policy, transport: other })
      ? [{ code: `use transport ${other}`, flag: `use --transport ${other}` }]
      : []),
    ...(canStart && options.sandbox === false && 'path' in sandboxSupport(process.env)
      ? [{ code: 'leave sandbox out', flag: 'leave out --sandbox=off' }]
      : []),
    { code: `set permissions to ${names}`, flag: `use --permissions ${names}` },
    ...(canStart
      ? [{ code: 'accept it with allowUnenforced', flag: 'accept it with --allow-unenforced' }]
      : []),
  ]
  return {
    hint: sentence(ways.map(({ code }) => code)),
    commandHint: sentence(ways.map(({ flag }) => flag)),
  }
}

function holds(
  options: RunOptions,
  { definition, policy, transport }: Omit<RefusedPolicy, 'canStart'>,
): boolean {
  const isLongRunning = transport === 'cli' && policy === 'ask'
  if (isLongRunning && !canAsk(definition)) return false
  const { isConfined } = sandboxDecision({ ...options, permissions: policy }, definition, transport)
  // The sandbox enforces every policy but cannot ask.
  if (isConfined && policy !== 'ask') return transportsOf(definition).includes(transport)
  const means = policyMeans(definition, { policy, transport, isLongRunning, isConfined })
  return means !== undefined && means.leaves === undefined && transportsOf(definition).includes(transport)
}

function sentence(ways: readonly string[]): string {
  const text = ways.length < 2 ? ways.join('') : `${ways.slice(0, -1).join(', ')}, or ${ways.at(-1)}`
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
