import { countResults } from '../testing/contract/report.ts'
import {
  type EscapeReport,
  escapeTransports,
  limitingPolicies,
  type LimitingPolicy,
  type PolicyCase,
} from './escapes/escape.ts'
import { escapes, escapesOf } from './escapes/escapes.ts'
import { planJobs } from './plan-jobs.ts'
import { type AgentVerification, openEscapes } from './report.ts'
import { startInPlace } from './start-in-place.ts'
import { bridgeOf, networkOf, type VerifyAgentOptions } from './verify-agent.ts'

/** Every limiting policy on every transport. */
export function policyCases(policies: readonly LimitingPolicy[] = limitingPolicies): PolicyCase[] {
  return escapeTransports.flatMap((transport) => policies.map((policy) => ({ transport, policy })))
}

/** Tries to escape from the policies of one agent. */
export async function verifyPolicies(
  options: VerifyAgentOptions & { readonly policies?: readonly LimitingPolicy[] | undefined },
): Promise<AgentVerification> {
  const { definition, found, network, signal, onEvent } = options
  const { id: agent, name } = definition
  const startedAt = new Date().toISOString()
  const began = performance.now()
  const cases = policyCases(options.policies)
  const total = cases.reduce((sum, one) => sum + escapesOf(one).length, 0)
  const label = { agent, ...(found.version === undefined ? {} : { version: found.version }) }
  onEvent?.({ type: 'agent', total, ...label, ...networkOf(network) })
  const tried: EscapeReport[] = []
  const onEscapes = (reports: readonly EscapeReport[]): void => {
    tried.push(...reports)
    const [first] = reports
    if (first === undefined) return
    onEvent?.({ type: 'policy', agent, transport: first.transport, policy: first.policy, escapes: reports })
  }
  const [job] = planJobs({ ...options, checks: ['handshake'] })
  const outcome =
    job === undefined || signal.aborted
      ? { failure: 'the verification was stopped' }
      : await startInPlace({ ...job, cases }, { found, network, signal, onEscapes })
  const failure = 'failure' in outcome ? outcome.failure : 'the escape reported no result'
  for (const one of cases) {
    if (tried.some(({ transport, policy }) => transport === one.transport && policy === one.policy)) continue
    onEscapes(escapesOf(one).map((escape) => untried(escape, one, failure)))
  }
  return {
    ...label,
    name,
    ...bridgeOf(definition, found),
    ...networkOf(network),
    startedAt,
    durationMs: Math.round(performance.now() - began),
    isTried: tried.every(({ outcome: one }) => one !== 'untried'),
    counts: countResults([]),
    defects: openEscapes(label, tried),
    checks: [],
    escapes: tried,
  }
}

function untried(name: string, asked: PolicyCase, saw: string): EscapeReport {
  return { ...asked, name, title: escapes[name]?.title ?? '', outcome: 'untried', saw }
}
