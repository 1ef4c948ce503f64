import type { Check } from '../check.ts'
import { refuted, verified } from '../outcome.ts'

/** The agent answers the handshake in the shape of its protocol version. */
export const handshake: Check = {
  title: 'the agent answers the handshake',
  expected: 'an answer in the form of its protocol version',
  isRequired: true,
  run: async ({ connect }) => {
    const { handshake: answered } = await connect()
    const problems = handshakeProblems(answered.answer, answered.protocolVersion)
    const seen = {
      id: 'contract.handshake',
      value: { protocolVersion: answered.protocolVersion, name: answered.name, version: answered.version },
    }
    return problems.length === 0
      ? verified(`ACP ${answered.protocolVersion}, well-formed`, { ...seen, support: 'supported' })
      : refuted(problems.join('; '), { ...seen, support: 'unsupported' })
  },
}

type Fields = Readonly<Record<string, unknown>>

/** Lists the problems of an `initialize` response, with the field names of its protocol version. */
export function handshakeProblems(answer: Fields, protocolVersion: 1 | 2): string[] {
  return [
    ...(protocolVersion === 1 ? problemsOfV1(answer) : problemsOfV2(answer)),
    ...authProblems(answer['authMethods'], protocolVersion === 1 ? 'id' : 'methodId'),
  ]
}

function problemsOfV1({ agentInfo, agentCapabilities }: Fields): string[] {
  if (!isLeftOut(agentCapabilities) && !isFields(agentCapabilities)) {
    return ['agentCapabilities is not an object']
  }
  const { loadSession, promptCapabilities, mcpCapabilities, sessionCapabilities } = agentCapabilities ?? {}
  const path = 'agentCapabilities'
  return [
    ...(isLeftOut(loadSession) || typeof loadSession === 'boolean'
      ? []
      : [`${path}.loadSession is not true or false`]),
    ...membersOf(promptCapabilities, `${path}.promptCapabilities`, flags),
    ...membersOf(mcpCapabilities, `${path}.mcpCapabilities`, flags),
    ...membersOf(sessionCapabilities, `${path}.sessionCapabilities`, objects),
    ...(isLeftOut(agentInfo) ? [] : infoProblems(agentInfo, 'agentInfo')),
  ]
}

function problemsOfV2({ info, capabilities }: Fields): string[] {
  if (!isLeftOut(capabilities) && !isFields(capabilities)) return ['capabilities is not an object']
  const { session } = capabilities ?? {}
  const { prompt, mcp } = isFields(session) ? session : {}
  return [
    ...membersOf(capabilities ?? {}, 'capabilities', objects),
    ...membersOf(session, 'capabilities.session', objects),
    ...membersOf(prompt, 'capabilities.session.prompt', objects),
    ...membersOf(mcp, 'capabilities.session.mcp', objects),
    ...infoProblems(info, 'info'),
  ]
}

interface Members {
  readonly is: (value: unknown) => boolean
  readonly called: string
}

const flags: Members = { is: (value) => typeof value === 'boolean', called: 'true or false' }
const objects: Members = { is: (value) => isFields(value), called: 'an object' }

/** Checks every member except extensions, whose names begin with an underscore. */
function membersOf(group: unknown, path: string, { is, called }: Members): string[] {
  if (isLeftOut(group)) return []
  if (!isFields(group)) return [`${path} is not an object`]
  return Object.entries(group)
    .filter(([name, value]) => !name.startsWith('_') && !isLeftOut(value) && !is(value))
    .map(([name]) => `${path}.${name} is not ${called}`)
}

function infoProblems(info: unknown, path: string): string[] {
  if (!isFields(info)) return [`${path} is not an object`]
  return ['name', 'version']
    .filter((field) => typeof info[field] !== 'string' || info[field] === '')
    .map((field) => `${path}.${field} is not a string`)
}

function authProblems(methods: unknown, idField: string): string[] {
  if (isLeftOut(methods)) return []
  if (!Array.isArray(methods)) return ['authMethods is not a list']
  return methods.flatMap((method: unknown, index) =>
    [idField, 'name']
      .filter((field) => !isFields(method) || typeof method[field] !== 'string')
      .map((field) => `authMethods.${index}.${field} is not a string`),
  )
}

function isLeftOut(value: unknown): value is undefined | null {
  return value === undefined || value === null
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
