import type { AgentDefinition } from '../../src/agents/definition/definition.ts'
import { definitionProfile } from '../../src/agents/facts/definition-profile.ts'
import { dictionary } from '../../src/capabilities/dictionary.ts'
import type { Support } from '../../src/capabilities/evidence.ts'
import { type CapabilityProfile, claimsOf, createProfile, factOf } from '../../src/capabilities/profile.ts'
import { code, table } from './carriage-tables.ts'

/** A capability that depends on the transport, with both answers. */
interface Difference {
  readonly id: string
  readonly overAcp: string
  readonly byCommandLine: string
}

const answers: Readonly<Record<Support, string>> = {
  supported: '**yes**',
  unsupported: 'no',
  unknown: 'unknown',
}

/** The capabilities that differ between ACP and the command line, or between the versions of ACP. */
export function differencesOf(definition: AgentDefinition): Difference[] {
  const profile = definitionProfile(definition, definition.seen?.version)
  const hasCommandLine = definition.flags?.prompt !== undefined
  const overAcp = scoped(profile, { transport: 'acp' })
  const byCommandLine = scoped(profile, { transport: 'cli' })
  const versions = ([1, 2] as const).map((protocolVersion) => ({
    protocolVersion,
    profile: scoped(profile, { transport: 'acp', protocolVersion }),
  }))
  return knownIds(profile).flatMap((id) => {
    const support = (of: CapabilityProfile): Support => factOf(of, id).support
    const differsByVersion = new Set(versions.map((each) => support(each.profile))).size > 1
    const differsByTransport = hasCommandLine && support(overAcp) !== support(byCommandLine)
    if (!differsByVersion && !differsByTransport) return []
    const acp = differsByVersion
      ? versions
          .map((each) => `version ${each.protocolVersion}: ${answerText(each.profile, id)}`)
          .join('<br>')
      : answerText(overAcp, id)
    return [{ id, overAcp: acp, byCommandLine: hasCommandLine ? answerText(byCommandLine, id) : '' }]
  })
}

/** One row for each difference; empty without differences. */
export function transportTable(definition: AgentDefinition): string[] {
  const differences = differencesOf(definition)
  if (differences.length === 0) return []
  const rows = differences.map(({ id, overAcp, byCommandLine }) => [code(id), overAcp, byCommandLine])
  return [table(['depends on the transport', 'over ACP', 'command line'], rows)]
}

/** Every capability with evidence, in the order of the dictionary. */
export function knownIds({ facts }: CapabilityProfile): string[] {
  const order = dictionary.map(({ id }) => id)
  return Object.keys(facts).toSorted((first, second) => order.indexOf(first) - order.indexOf(second))
}

function scoped(
  profile: CapabilityProfile,
  call: { transport: 'acp' | 'cli'; protocolVersion?: 1 | 2 },
): CapabilityProfile {
  return createProfile({ ...profile.subject, ...call }, claimsOf(profile))
}

/** The support, with the detail of the deciding evidence. */
function answerText(profile: CapabilityProfile, id: string): string {
  const { support, evidence } = factOf(profile, id)
  const [decider] = evidence
  const why = decider === undefined ? '' : decider.source === 'observed' ? 'observed' : (decider.detail ?? '')
  return why === '' ? answers[support] : `${answers[support]} (${why})`
}
