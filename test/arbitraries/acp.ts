import * as fc from 'fast-check'
import type {
  IAgentCapabilities,
  InitializeAnswerV1,
  InitializeAnswerV2,
} from '../../src/capabilities/ecosystems/acp/index.ts'
import { details, extras, flag, json, open, text, withoutEmpty } from './json.ts'

/** An object that is there means yes; what an agent says about it lies inside. */
const presence = fc.oneof(
  fc.constant(null).map(() => ({})),
  details,
)

/** The content of an unknown name in a list of presences. */
const anyPresence = fc.oneof(presence, flag, fc.constant(null))

const metaOfAnswer = fc.oneof(
  details,
  flag.map((supported) => ({ steering: { supported } })),
)

const information = fc
  .tuple(text, open({ title: text, version: text }))
  .map(([name, rest]) => ({ ...rest, name }))

/** Version 2 requires both. */
const informationV2 = fc.tuple(information, text).map(([rest, version]) => ({ version, ...rest }))

const authMethod = fc.tuple(extras(['name']), text).map(([rest, name]) => ({ ...rest, name }))
const authMethods = fc.array(authMethod, { maxLength: 2 })

const auth = open({ logout: presence, status: presence }, anyPresence)

const session = {
  delete: presence,
  additionalDirectories: presence,
  fork: presence,
  title: presence,
  archive: presence,
  status: presence,
  systemPrompt: presence,
  subagents: presence,
}

const normalised = fc.record(
  {
    loadSession: flag,
    forkSession: flag,
    resumeSession: flag,
    closeSession: flag,
    listSessions: flag,
    additionalDirectories: flag,
    mcp: total({ stdio: flag, http: flag, sse: flag }),
    prompt: total({ text: fc.constant(true), image: flag, audio: flag, embeddedContext: flag }),
  },
  { noNullPrototype: true },
)

function total<Fields extends object>(fields: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> }) {
  return fc
    .tuple(extras(Object.keys(fields)), fc.record(fields, { noNullPrototype: true }))
    .map(([rest, known]) => ({ ...rest, ...known }))
}

/** Names that identify the other shapes: a random key must not turn one shape into another. */
const shapes = ['protocolVersion', 'agentCapabilities', 'agentInfo', 'capabilities', 'info', 'authMethods']

/** Normalized declarations in normal form: text is supported, as by every ACP agent. */
export const normalisedDeclaration: fc.Arbitrary<IAgentCapabilities> = fc
  .tuple(
    extras([...shapes, 'loadSession', 'forkSession', 'resumeSession', 'closeSession', 'listSessions']),
    normalised,
  )
  .map(([rest, known]) => ({ ...rest, ...known }))

const agentCapabilitiesV1 = open({
  loadSession: flag,
  promptCapabilities: open({ image: flag, audio: flag, embeddedContext: flag }),
  mcpCapabilities: open({ http: flag, sse: flag, acp: flag }),
  sessionCapabilities: open({ ...session, list: presence, close: presence, resume: presence }, anyPresence),
  auth,
  providers: presence,
  _meta: details,
}).map((capabilities) =>
  withoutEmpty(capabilities, ['promptCapabilities', 'mcpCapabilities', 'sessionCapabilities', 'auth']),
)

/**
 * Version 1 answers in normal form: `protocolVersion`, `authMethods` and `agentCapabilities` are written out,
 * no section is empty, a capability that is there is an object, and nothing is null that could be left out.
 */
export const initializeV1: fc.Arbitrary<InitializeAnswerV1> = answer({
  protocolVersion: fc.constant(1),
  authMethods,
  agentCapabilities: agentCapabilitiesV1,
  agentInfo: information,
  _meta: metaOfAnswer,
})

const capabilitiesV2 = open({
  session: open({
    ...session,
    prompt: open({ image: presence, audio: presence, embeddedContext: presence }, anyPresence),
    mcp: open({ stdio: presence, http: presence, acp: presence }, anyPresence),
  }).map((section) => withoutEmpty(section, ['prompt', 'mcp'])),
  auth,
  providers: presence,
  _meta: details,
}).map((capabilities) => withoutEmpty(capabilities, ['auth']))

/**
 * Version 2 answers in normal form: as for version 1, but an empty `session` means that there are sessions,
 * and an agent that says its name says its version.
 */
export const initializeV2: fc.Arbitrary<InitializeAnswerV2> = answer({
  protocolVersion: fc.constant(2),
  authMethods,
  capabilities: capabilitiesV2,
  info: informationV2,
  _meta: metaOfAnswer,
})

function answer<Fields extends object>(fields: {
  [Key in keyof Fields]: fc.Arbitrary<Fields[Key]>
}): fc.Arbitrary<Partial<Fields>> {
  const required = Object.keys(fields).filter((key) => !['agentInfo', '_meta'].includes(key))
  const known = fc.record(fields, { requiredKeys: required as (keyof Fields)[], noNullPrototype: true })
  return fc
    .tuple(extras([...shapes, '_meta', 'mcp', 'prompt', 'session'], json), known)
    .map(([rest, own]) => ({ ...rest, ...own }) as Partial<Fields>)
}
