import { CapstanError } from '../../core/capstan-error.ts'
import { makeToken } from '../../core/token.ts'
import type { ParticipantRecord } from '../store/session-store.ts'
import { type RelayScope, unsupported } from './scope.ts'
import type { RelayAgent, RelayAgentInput, RelayRegistration } from './types.ts'

export interface RelayAgents {
  list(options?: { status?: 'online' | 'offline' | 'away' | 'all' }): Promise<RelayAgent[]>
  get(name: string): Promise<RelayAgent>
  /** Joins a person. @throws CapstanError `HANDLE_TAKEN`. */
  register(input: RelayAgentInput): Promise<RelayRegistration>
  /** Joins a person, or gives a known one a new token. */
  registerOrRotate(input: RelayAgentInput): Promise<RelayRegistration>
  me(): Promise<RelayAgent>
  /** Changes the persona and the metadata of a person. */
  update(
    name: string,
    input: { status?: string; persona?: string | null; metadata?: Record<string, unknown> },
  ): Promise<RelayAgent>
  /** Releases a session. */
  delete(name: string): Promise<void>
  presence(): Promise<{ agentId: string; agentName: string; status: 'online' | 'offline' }[]>
}

const away: readonly string[] = ['offline', 'failed', 'released', 'releasing']

export function relayAgents(scope: RelayScope, tokens: Map<string, string>): RelayAgents {
  const { sessions } = scope
  const agentOf = ({ identity, kind, status, createdAt }: ParticipantRecord): RelayAgent => ({
    id: identity.id,
    name: identity.handle,
    type: kind === 'person' ? 'human' : 'agent',
    status: status !== undefined && away.includes(status) ? 'offline' : 'online',
    ...(identity.description === undefined ? {} : { persona: identity.description }),
    metadata: { ...identity.metadata, displayName: identity.displayName ?? identity.name },
    createdAt: new Date(createdAt).toISOString(),
    channels: sessions.channels
      .list()
      .filter(({ members }) => members.includes(identity.id))
      .map(({ name }) => ({ id: name, name, role: 'member' })),
  })
  const all = (): RelayAgent[] =>
    sessions
      .records()
      .filter(({ status }) => status !== 'released')
      .map(agentOf)
  const join = async ({ name, persona, metadata }: RelayAgentInput): Promise<RelayRegistration> => {
    const { identity } = await sessions.durably(() =>
      sessions.join({
        name,
        handle: name,
        ...(persona === undefined ? {} : { description: persona }),
        ...(metadata === undefined ? {} : { metadata }),
      }),
    )
    for (const [token, id] of tokens) if (id === identity.id) tokens.delete(token)
    const token = makeToken()
    tokens.set(token, identity.id)
    const { createdAt } = agentOf(scope.record(identity.id))
    return { id: identity.id, name: identity.handle, token, status: 'online', createdAt }
  }
  return {
    list: async ({ status = 'all' } = {}) =>
      all().filter((agent) => status === 'all' || agent.status === status),
    get: async (name) => agentOf(scope.record(name)),
    register: async (input) => {
      if (sessions.find(`@${input.name.replace(/^@/, '')}`) !== undefined)
        throw new CapstanError('HANDLE_TAKEN', `The handle @${input.name} is already taken`)
      return join(input)
    },
    registerOrRotate: join,
    me: async () => agentOf(scope.record(scope.id)),
    update: async (name, { persona, metadata, status }) => {
      const { identity, kind } = scope.record(name)
      if (kind === 'session' || status !== undefined)
        return unsupported('agents.update of a session or a status')()
      const { description: _, ...rest } = identity
      await sessions.durably(() =>
        sessions.join({
          ...rest,
          ...(typeof persona === 'string' ? { description: persona } : {}),
          ...(persona === undefined && identity.description !== undefined
            ? { description: identity.description }
            : {}),
          ...(metadata === undefined ? {} : { metadata }),
        }),
      )
      return agentOf(scope.record(identity.id))
    },
    delete: async (name) => {
      const { identity, kind } = scope.record(name)
      if (kind === 'person') return unsupported('agents.delete of a person')()
      const managed = sessions.list().find((session) => session.identity.id === identity.id)
      if (managed === undefined) sessions.forget(identity.id, 'deleted through Relay')
      else await managed.release?.('deleted through Relay')
    },
    presence: async () => all().map(({ id, name, status }) => ({ agentId: id, agentName: name, status })),
  }
}
