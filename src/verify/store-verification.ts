import type { AgentDefinition } from '../agents/definition/definition.ts'
import type { Detection } from '../agents/detect/detect.ts'
import type { ObservedClaim } from '../capabilities/profile.ts'
import { verifiedProgram } from '../run/profiles/verified-claims.ts'
import { type StoredCheck, storeResults } from '../run/profiles/verified-results.ts'
import type { CheckReport } from '../testing/contract/report.ts'
import { checkClaims, isCapability } from './check-claims.ts'
import type { AgentVerification } from './report.ts'

/** Stores the results as evidence about exactly this program. A check that could not be tried is no evidence. */
export function storeVerification(
  definition: AgentDefinition,
  found: Detection,
  verification: AgentVerification,
): void {
  const checks = verification.checks.flatMap((check) => storedCheck(check, verification))
  if (checks.length === 0 || !verification.isTried) return
  const installed = definition.knownOnlyLive ? undefined : found
  const program = verifiedProgram(definition, installed, verification.version)
  storeResults({ agent: definition.id, program, checks })
}

function storedCheck(check: CheckReport, verification: AgentVerification): StoredCheck[] {
  const { name, result, saw } = check
  if (result === 'not-tried') return []
  const at = verification.startedAt
  const claims = checkClaims(check).filter(({ id }) => isCapability(id))
  return [{ name, result, saw, at, claims: claims.map((claim) => ofProgram(claim, name, verification)) }]
}

/** The claim with the version of the installed program: the handshake of a bridge names the bridge. */
function ofProgram(
  { id, evidence: { source, scope, support, value, detail } }: ObservedClaim,
  check: string,
  { version, startedAt }: AgentVerification,
): ObservedClaim {
  return {
    id,
    evidence: {
      source,
      scope,
      support,
      ...(value === undefined ? {} : { value }),
      ...(detail === undefined ? {} : { detail }),
      at: startedAt,
      ...(version === undefined ? {} : { agentVersion: version }),
      origin: `capstan verify: ${check}`,
    },
  }
}
