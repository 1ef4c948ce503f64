import type { Evidence, EvidenceScope, Transport } from './evidence.ts'

/** The known parameters of a call. A missing parameter excludes no evidence. */
export interface CallScope {
  readonly version?: string
  readonly model?: string
  readonly transport?: Transport
  readonly protocolVersion?: 1 | 2
}

/** The limit that excludes evidence from a call; undefined if it applies. */
export function exclusionOf(
  { model, scope = {} }: Evidence,
  call: CallScope,
): 'model' | keyof EvidenceScope | undefined {
  if (model !== undefined && model !== call.model) return 'model'
  const { transport, protocolVersion, agentVersions } = scope
  if (differs(transport, call.transport)) return 'transport'
  if (differs(protocolVersion, call.protocolVersion)) return 'protocolVersion'
  return agentVersions === undefined || isWithin(call.version, agentVersions) ? undefined : 'agentVersions'
}

/** The reason why evidence does not apply to a call; undefined if it applies. */
export function outOfScope(evidence: Evidence, call: CallScope): string | undefined {
  const limit = exclusionOf(evidence, call)
  if (limit === undefined) return undefined
  if (limit === 'model') return `applies to the model ${evidence.model}`
  const text = scopeText({ [limit]: evidence.scope?.[limit] })
  return limit === 'protocolVersion' ? `applies to ${text} only` : `applies ${text} only`
}

/** A short text for a scope, such as `over ACP, ACP version 2`. */
export function scopeText({ transport, protocolVersion, agentVersions }: EvidenceScope): string {
  const parts = [
    transport === undefined ? undefined : transportText(transport),
    protocolVersion === undefined ? undefined : `ACP version ${protocolVersion}`,
    agentVersions === undefined ? undefined : versionsText(agentVersions),
  ]
  return parts.filter((part) => part !== undefined).join(', ')
}

/** The number of limits in a scope: of two otherwise equal pieces, the more specific one decides. */
export function limitsOf({ scope = {} }: Evidence): number {
  return Object.values(scope).filter((limit) => limit !== undefined).length
}

function differs<Value>(stated: Value | undefined, called: Value | undefined): stated is Value {
  return stated !== undefined && called !== undefined && stated !== called
}

function transportText(transport: Transport): string {
  return transport === 'acp' ? 'over ACP' : 'on the command line'
}

function versionsText({ from, before, only }: NonNullable<EvidenceScope['agentVersions']>): string {
  const parts = [
    only === undefined ? '' : `to version ${only}`,
    from === undefined ? '' : `from version ${from}`,
    before === undefined ? '' : `before version ${before}`,
  ]
  return parts.filter((part) => part !== '').join(' and ')
}

function isWithin(
  version: string | undefined,
  { from, before, only }: NonNullable<EvidenceScope['agentVersions']>,
): boolean {
  if (only !== undefined && version !== only) return false
  if (version === undefined) return true
  return (
    (from === undefined || compareVersions(version, from) >= 0) &&
    (before === undefined || compareVersions(version, before) < 0)
  )
}

/**
 * Compares the dotted numbers of two versions, with a pre-release before its release. Some agents number by date and
 * others by semver, so only the order of the numbers counts. By hand, because every entry point would load the library
 * (`npm run bench -- start`).
 */
export function compareVersions(first: string, second: string): number {
  const [left, right] = [first, second].map(numbersOf) as [Parsed, Parsed]
  const length = Math.max(left.numbers.length, right.numbers.length)
  for (let index = 0; index < length; index++) {
    const difference = (left.numbers[index] ?? 0) - (right.numbers[index] ?? 0)
    if (difference !== 0) return difference
  }
  return Number(right.isPreRelease) - Number(left.isPreRelease)
}

interface Parsed {
  numbers: number[]
  isPreRelease: boolean
}

function numbersOf(version: string): Parsed {
  const [numbers = ''] = /^\d+(?:\.\d+)*/.exec(version.replace(/^v/, '')) ?? []
  return { numbers: numbers.split('.').map(Number), isPreRelease: version.includes('-') }
}
