import type { AgentDefinition } from '../agents/definition/definition.ts'
import type { Detection } from '../agents/detect/detect.ts'
import { verifiedProgram } from '../run/profiles/verified-claims.ts'
import { isSameProgram, verifiedResults } from '../run/profiles/verified-results.ts'
import { type CheckName, checkNames } from '../testing/contract/check-name.ts'

/** The checks that have no result for the installed program: never tried, or tried on another version. */
export function staleChecksOf(
  definition: AgentDefinition,
  found: Detection | undefined,
  asked: readonly CheckName[] = checkNames,
): CheckName[] {
  const installed = verifiedProgram(definition, found, undefined)
  const results = verifiedResults(definition.id).find(({ program }) => isSameProgram(program, installed))
  const known = new Set(results?.checks.map(({ name }) => name))
  return asked.filter((name) => !known.has(name))
}
