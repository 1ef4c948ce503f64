import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  openAgentSession,
  type OpenAgentSessionOptions,
} from '../../src/sessions/agent/open-agent-session.ts'
import type { OwnedAgentSession } from '../../src/sessions/agent/owned-agent-session.ts'
import { createSessions, type SessionsOptions } from '../../src/sessions/create-sessions.ts'
import type { Participant } from '../../src/sessions/participant.ts'
import type { Sessions } from '../../src/sessions/sessions.ts'
import type { Scenario } from '../../src/testing/sim/scenario.ts'
import { createLab, type Lab } from './sim-lab.ts'

/** Agents without a model that write to each other, and a person who writes to them. */
export interface SessionsLab extends Lab {
  readonly sessions: Sessions
  readonly person: Participant
  open(
    scenario?: Scenario,
    options?: Partial<OpenAgentSessionOptions> & { words?: readonly string[] },
  ): Promise<OwnedAgentSession>
  /** A command that waits until `go` is called with the same name. */
  waiting(name: string): string
  go(name: string): void
  /** The input of agents, in order: the first words of each prompt and of each steering message. */
  arrived(): string[]
}

export function createSessionsLab(options?: SessionsOptions): SessionsLab {
  const lab = createLab()
  const sessions = createSessions({ policy: { backoffMs: 20 }, ...options })
  const person = sessions.join({ name: 'Ada', handle: 'ada' })
  const opened: OwnedAgentSession[] = []
  return {
    ...lab,
    sessions,
    person,
    open: async (scenario, { words = [], ...more } = {}) => {
      const session = await openAgentSession({
        client: lab.sim(scenario, { words }),
        sessions,
        agent: 'sim',
        permissions: 'allow',
        ...lab.options,
        ...more,
      })
      opened.push(session)
      return session
    },
    waiting: (name) => `run sh -c 'while [ ! -e ${name} ]; do sleep 0.02; done'`,
    go: (name) => {
      const file = join(lab.workspace, name)
      if (!existsSync(file)) writeFileSync(file, '')
    },
    arrived: () =>
      lab
        .sent()
        .filter(({ method = '' }) => ['session/prompt', '_session/steering'].includes(method))
        .map(({ method = '', params }) => {
          const texts = params?.['prompt'] as { text?: string }[]
          return `${method}: ${texts.map(({ text = '' }) => text).join('')}`
        }),
    remove: async () => {
      for (const session of opened) await session.release?.().catch(() => {})
      await sessions.close()
      await lab.remove()
    },
  }
}
