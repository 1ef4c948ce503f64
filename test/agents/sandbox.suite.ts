import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { createClient } from '../../src/run/client.ts'
import { agentSetups } from '../../src/verify/setup/agent-setups.ts'
import { isAsked } from './asked-agents.ts'
import { ensureInstalled, runOrSkip } from './installation.ts'
import { permissiveSettings } from './permissive-settings.ts'
import type { CommonEffect, EffectOutcome, PolicyCase } from './policy-job.ts'
import { startPolicyJob } from './start-policy-job.ts'

const { adapters } = createClient()
const hasBubblewrap = (() => {
  try {
    return execFileSync('bwrap', ['--version']).length > 0
  } catch {
    return false
  }
})()

type Effects = Record<CommonEffect, EffectOutcome>
const readsInside: Effects = {
  write: 'held',
  command: 'held',
  'read-inside': 'done',
  'read-outside': 'held',
  network: 'held',
}

/** What an agent cannot be held to by itself, in the sandbox. */
const cases: readonly {
  agent: 'claude' | 'codex' | 'gemini' | 'opencode' | 'pi'
  asked: PolicyCase
  effects: Effects
}[] = [
  {
    agent: 'codex',
    asked: { transport: 'acp', policy: 'allow-reads', sandbox: true },
    effects: { ...readsInside, write: 'asked' },
  },
  { agent: 'pi', asked: { transport: 'cli', policy: 'allow-reads', sandbox: true }, effects: readsInside },
  {
    agent: 'pi',
    asked: { transport: 'acp', policy: 'allow-reads', sandbox: true },
    effects: { ...readsInside, network: 'done' },
  },
  {
    agent: 'claude',
    asked: { transport: 'cli', policy: 'allow-reads', sandbox: true },
    effects: readsInside,
  },
  {
    agent: 'gemini',
    asked: { transport: 'acp', policy: 'allow-reads', sandbox: true },
    effects: readsInside,
  },
  {
    agent: 'opencode',
    asked: { transport: 'cli', policy: 'allow-reads', sandbox: true },
    effects: readsInside,
  },
]

describe.runIf(hasBubblewrap)('in the sandbox', () => {
  it.for(cases.filter(({ agent }) => isAsked(agent)))(
    '$agent over $asked.transport reads the workspace and changes nothing',
    async ({ agent, asked, effects }, context) => {
      runOrSkip(await ensureInstalled(adapters.get(agent).definition), context)
      const [outcome] = await startPolicyJob({
        agent,
        surroundings: agentSetups[agent],
        // An extension in the home keeps this installation of Pi from starting over ACP.
        permissive: agent === 'pi' ? {} : (permissiveSettings[agent] ?? {}),
        cases: [asked],
        timeout: 200_000,
      })
      expect(outcome).toMatchObject({ effects, errors: [] })
    },
  )
})
