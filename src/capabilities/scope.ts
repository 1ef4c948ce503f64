import type { Evidence, EvidenceScope, Transport } from './evidence.ts'

/** What a call is made with, as far as that is known: what is left out excludes no evidence. */
export interface CallScope {
  readonly version?: string
  readonly model?: string
  readonly transport?: Transport
  readonly protocolVersion?: 1 | 2
}

/** Why a statement does not count for a call; undefined when it does. */
export function outOfScope({ model, scope = {} }: Evidence, call: CallScope): string | undefined {
  if (model !== undefined && model !== call.model) return `it is about the model ${model}`
  const { transport, protocolVersion, agentVersions } = scope
  if (differs(transport, call.transport)) return `it holds ${transportText(transport)} only`
  if (differs(protocolVersion, call.protocolVersion))
    return `it holds in version ${protocolVersion} of ACP only`
  if (agentVersions !== undefined && call.version !== undefined && !isWithin(call.version, agentVersions)) {
    return `it holds ${versionsText(agentVersions)} only`
  }
  return undefined
}

/** A scope in a few words, such as `over ACP, version 2 of ACP`. */
export function scopeText({ transport, protocolVersion, agentVersions }: EvidenceScope): string {
  const parts = [
    transport === undefined ? undefined : transportText(transport),
    protocolVersion === undefined ? undefined : `version ${protocolVersion} of ACP`,
    agentVersions === undefined ? undefined : versionsText(agentVersions),
  ]
  return parts.filter((part) => part !== undefined).join(', ')
}

/** How many limits a statement has: of two that are equal otherwise, the more specific one wins. */
export function limitsOf({ scope = {} }: Evidence): number {
  return Object.values(scope).filter((limit) => limit !== undefined).length
}

function differs<Value>(stated: Value | undefined, called: Value | undefined): stated is Value {
  return stated !== undefined && called !== undefined && stated !== called
}

function transportText(transport: Transport): string {
  return transport === 'acp' ? 'over ACP' : 'on the command line'
}

function versionsText({ from, before }: NonNullable<EvidenceScope['agentVersions']>): string {
  const parts = [
    from === undefined ? '' : `from version ${from}`,
    before === undefined ? '' : `before version ${before}`,
  ]
  return parts.filter((part) => part !== '').join(' and ')
}

function isWithin(version: string, { from, before }: NonNullable<EvidenceScope['agentVersions']>): boolean {
  return (
    (from === undefined || compareVersions(version, from) >= 0) &&
    (before === undefined || compareVersions(version, before) < 0)
  )
}

/**
 * Compares the dotted numbers of two versions, with a pre-release before its release. Agents number by date as well as
 * by semver, so that no more is read into a version than its order. By hand, because every entry point would load the library
 * (`npm run bench -- start`).
 */
function compareVersions(first: string, second: string): number {
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
