import type { AgentDefinition } from '../../agents/definition/definition.ts'
import type { Detection } from '../../agents/detect/detect.ts'
import type { ObservedClaim } from '../../capabilities/profile.ts'
import { agentCommand } from './agent-command.ts'
import { isSameProgram, type VerifiedProgram, verifiedResults } from './verified-results.ts'

/** The installed program, as results name it. A program without a version of its own is known by its command. */
export function verifiedProgram(
  definition: AgentDefinition,
  found: Pick<Detection, 'version' | 'bridge'> | undefined,
  version: string | undefined,
): VerifiedProgram {
  const { version: installed = version, bridge } = found ?? {}
  const isCommand = definition.knownOnlyLive === true || installed === undefined
  const { key, stamp } = (isCommand ? agentCommand(definition) : undefined) ?? {}
  return {
    ...(installed === undefined ? {} : { version: installed }),
    ...(bridge?.version === undefined ? {} : { bridge: bridge.version }),
    ...(key === undefined ? {} : { command: `${key} ${stamp}` }),
  }
}

/** The results of checks on this machine. Those of another program or version are listed but never count. */
export function verifiedClaims(definition: AgentDefinition, program: () => VerifiedProgram): ObservedClaim[] {
  const all = verifiedResults(definition.id)
  if (all.length === 0) return []
  const installed = program()
  return all.flatMap((results) => {
    const isSame = isSameProgram(results.program, installed)
    const claims = results.checks.flatMap((check) => check.claims)
    return isSame
      ? claims
      : claims.map(({ id, evidence }) => ({ id, evidence: elsewhere(evidence, results.program) }))
  })
}

function elsewhere(
  evidence: ObservedClaim['evidence'],
  { version = 'another build', bridge }: VerifiedProgram,
): ObservedClaim['evidence'] {
  const { scope, detail } = evidence
  const label = bridge === undefined ? version : `${version} with bridge ${bridge}`
  return {
    ...evidence,
    detail: [`seen on ${label}`, detail].filter((part) => part !== undefined).join(': '),
    scope: { ...scope, agentVersions: { only: label } },
  }
}
