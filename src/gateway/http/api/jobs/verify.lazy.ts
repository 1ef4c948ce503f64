import type { VerifyOptions } from '../../../../verify/options.ts'
import type { VerificationReport } from '../../../../verify/report.ts'

/** Verifies agents; loads the code that starts the checks on first use. */
export async function verifyLazily(options: VerifyOptions): Promise<VerificationReport> {
  const { verifyAgents } = await import('../../../../verify/verify-agents.ts')
  return verifyAgents(options)
}
