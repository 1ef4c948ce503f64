import { z } from 'zod'

const flag = z.boolean()
const optionalFlag = flag.nullish()
const open = z.record(z.string(), z.unknown())
const presence = z.union([open, flag]).nullish()
const auth = z.looseObject({ logout: presence, status: presence }).nullish()
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
const authMethods = z.array(z.looseObject({ name: z.string().optional() })).nullish()

const implementation = z
  .looseObject({ name: z.string(), title: z.string().nullish(), version: z.string().nullish() })
  .nullish()

/** Checks the normalized shape of agents-wire. */
export const agentsWireCapabilitiesSchema = z.looseObject({
  loadSession: flag,
  forkSession: flag,
  resumeSession: flag,
  closeSession: flag,
  listSessions: flag,
  additionalDirectories: flag,
  mcp: z.looseObject({ stdio: flag, http: flag, sse: flag }),
  prompt: z.looseObject({ text: flag, image: flag, audio: flag, embeddedContext: flag }),
})

/** Checks an `initialize` response of version 1. */
export const acpInitializeV1Schema = z.looseObject({
  protocolVersion: z.number().optional(),
  agentCapabilities: z
    .looseObject({
      loadSession: optionalFlag,
      promptCapabilities: z
        .looseObject({ image: optionalFlag, audio: optionalFlag, embeddedContext: optionalFlag })
        .nullish(),
      mcpCapabilities: z.looseObject({ http: optionalFlag, sse: optionalFlag, acp: optionalFlag }).nullish(),
      sessionCapabilities: z
        .looseObject({ ...session, list: presence, close: presence, resume: presence })
        .nullish(),
      auth,
      providers: presence,
      _meta: open.nullish(),
    })
    .nullish(),
  agentInfo: implementation,
  authMethods,
  _meta: open.nullish(),
})

/** Checks an `initialize` response of version 2. */
export const acpInitializeV2Schema = z.looseObject({
  protocolVersion: z.number().optional(),
  capabilities: z
    .looseObject({
      session: z
        .looseObject({
          ...session,
          prompt: z.looseObject({ image: presence, audio: presence, embeddedContext: presence }).nullish(),
          mcp: z.looseObject({ stdio: presence, http: presence, acp: presence }).nullish(),
        })
        .nullish(),
      auth,
      providers: presence,
      _meta: open.nullish(),
    })
    .nullish(),
  info: implementation,
  authMethods,
  _meta: open.nullish(),
})
