import * as fc from 'fast-check'
import {
  type CapabilityProfile,
  type Claim,
  createProfile,
  type Evidence,
  type ProfileSubject,
} from '../../src/capabilities/index.ts'
import { json, name, text } from './json.ts'

const model = fc.constantFrom('opus', 'haiku')
const version = fc.constantFrom('1.0.0', '2.0.0')

const subject: fc.Arbitrary<ProfileSubject> = fc.record(
  { kind: fc.constantFrom('agent', 'session', 'host', 'model'), id: text, version, model },
  { requiredKeys: ['kind', 'id'], noNullPrototype: true },
)

const evidence: fc.Arbitrary<Evidence> = fc.record(
  {
    source: fc.constantFrom('override', 'observed', 'advertised', 'model', 'declared'),
    support: fc.constantFrom('supported', 'unsupported', 'unknown'),
    at: fc.constantFrom('2026-10-01', '2026-10-02T10:00:00Z', 'some day'),
    agentVersion: version,
    model,
    origin: text,
    detail: fc.constantFrom('omitted', 'protocol baseline', 'seen'),
  },
  { requiredKeys: ['source', 'support'], noNullPrototype: true },
)

const ids = `
  transport.streaming session.load session.resume session.fork session.close session.list
  session.multi-turn acp.session.resume prompt.text prompt.image prompt.file
  prompt.embedded-context mcp.supported mcp.stdio mcp.http mcp.sse mcp.acp thinking.supported
  tools.native tools.parallel multi-agent.delegation interaction.steer messaging.receive
  messaging.send delivery.immediate delivery.on-idle delivery.queue delivery.someday events.log
  events.status.changed events.own auth lifecycle.release lifecycle.pause host.memory host.own
  custom.acme.turbo install session.persistence tools.approval thinking.effort thinking.budget
  execution.parallel skills plugins process.platforms identity.name model.price output.mime-types`

const plain = fc.constantFrom(...ids.trim().split(/\s+/))

const limit = fc.nat()
const texts = fc.array(text, { maxLength: 3 })

const values: Record<string, fc.Arbitrary<unknown>> = {
  'identity.name': text,
  'identity.title': text,
  'output.mime-types': texts,
  'thinking.effort': fc.subarray(['minimal', 'low', 'high', 'xhigh']),
  'thinking.budget': fc.tuple(limit, limit),
  'tools.approval': fc.constantFrom(
    {},
    { required: true },
    { modes: ['prompt'] },
    { required: true, modes: ['yolo', 'deny'] },
  ),
  'session.persistence': fc.constantFrom('none', 'file', 'sqlite', 'in-memory'),
  'execution.parallel': fc.constantFrom(0, 0.5, 1, 2, 3.5),
  'execution.max-iterations': limit,
  'session.system-prompt': json,
  'process.platforms': fc.subarray(['darwin', 'linux', 'win32']),
  'multi-agent.delegation': fc.constantFrom([{ name: 'scout' }], []),
  'model.context-window': limit,
  'model.agent': text,
  'host.tools': fc.oneof(
    json.filter((value) => !JSON.stringify(value).includes('__proto__')),
    fc.record({ name: text, priority: fc.integer() }, { noNullPrototype: true }),
  ),
  'custom.acp.steering': json,
  'custom.ag-ui.acp': json,
  'custom.acme.limit': json,
}

const plainClaim: fc.Arbitrary<Claim> = fc
  .tuple(fc.oneof({ arbitrary: plain, weight: 4 }, { arbitrary: name, weight: 1 }), evidence)
  .map(([id, piece]) => ({ id, evidence: piece }))

/** Where a value is a yes or a no in itself, the evidence says the same. */
const valuedClaim: fc.Arbitrary<Claim> = fc
  .constantFrom(...Object.entries(values))
  .chain(([id, value]) => fc.tuple(fc.constant(id), evidence, value))
  .map(([id, piece, value]) => ({ id, evidence: { ...piece, ...said(id, value), value } }))

function said(id: string, value: unknown): Pick<Evidence, 'support'> | undefined {
  if (['execution.parallel', 'host.tools', 'session.system-prompt'].includes(id)) return undefined
  const isNo = (Array.isArray(value) && value.length === 0) || value === false || value === 'none'
  return { support: isNo ? 'unsupported' : 'supported' }
}

const claims = fc.array(fc.oneof(plainClaim, valuedClaim), { maxLength: 12 })

/** Profiles made by hand: any evidence about published ids, and ids of somebody's own. */
export const anyProfile: fc.Arbitrary<CapabilityProfile> = fc
  .tuple(subject, claims)
  // zod, which checks a profile that comes as JSON, leaves out the name `__proto__` on purpose.
  .map(([about, list]) =>
    createProfile(
      about,
      list.filter(({ id }) => id !== '__proto__'),
    ),
  )
