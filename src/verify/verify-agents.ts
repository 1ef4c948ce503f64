import { detectKnown } from '../agents/detect/detect.ts'
import { notInstalledError } from '../agents/install/not-installed-error.ts'
import { CapstanError } from '../core/capstan-error.ts'
import type { VerifyOptions } from './options.ts'
import { removeAbandoned } from './place/abandoned-folders.ts'
import { placesFolder } from './place/own-folder.ts'
import { jobNetwork } from './place/own-network.ts'
import type { AgentVerification, VerificationReport } from './report.ts'
import { storeVerification } from './store-verification.ts'
import { verifyAgent } from './verify-agent.ts'
import { verifyPolicies } from './verify-policies.ts'

/**
 * Tries every claim of installed agents against a model provider on loopback, in a home, a workspace and a network of
 * their own. The user's login, configuration and sessions are not used.
 * @throws CapstanError `UNKNOWN_AGENT`, `AGENT_NOT_INSTALLED` before anything is started, and `ABORTED`.
 */
export async function verifyAgents(options: VerifyOptions): Promise<VerificationReport> {
  const {
    client,
    agents,
    checks,
    policies,
    sandbox = false,
    isStored = !sandbox,
    signal = new AbortController().signal,
    onEvent,
  } = options
  const startedAt = new Date().toISOString()
  const began = performance.now()
  const tried = await Promise.all(
    agents.map(async (agent) => {
      const { definition } = client.adapters.get(agent)
      // A program that is known only by its command is not started with the user's variables.
      const found = definition.knownOnlyLive
        ? detectKnown(definition)
        : await client.adapters.detect(definition.id)
      if (!found.installed) throw notInstalledError(definition)
      return { definition, found }
    }),
  )
  await removeAbandoned(placesFolder())
  const network = await jobNetwork()
  const verifications: AgentVerification[] = []
  for (const { definition, found } of tried) {
    const asked = typeof checks === 'function' ? checks(definition.id) : checks
    const one = { ...options, definition, found, network, checks: asked, signal }
    const verification = await (policies === undefined ? verifyAgent(one) : verifyPolicies(one))
    if (isStored && policies === undefined) storeVerification(definition, found, verification)
    verifications.push(verification)
    if (signal.aborted) throw new CapstanError('ABORTED', 'The verification was stopped')
    onEvent?.({ type: 'verified', verification })
  }
  return { startedAt, durationMs: Math.round(performance.now() - began), agents: verifications }
}
