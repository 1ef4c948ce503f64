import { describe, expect, it } from 'vitest'
import * as agentsEntryPoint from '../src/agents/index.ts'
import * as capabilities from '../src/capabilities/index.ts'
import { CapstanError } from '../src/core/capstan-error.ts'
import * as modelsEntryPoint from '../src/models/index.ts'
import * as run from '../src/run/index.ts'

/** Values that every entry point rejects as a name or an object. */
const wrong: readonly unknown[] = [null, 5, {}, [], '', true, () => {}, Symbol.iterator]
const list = [1]
const wrongObjects: readonly unknown[] = [null, 5, 'text', true, list]

type Call = (value: never) => unknown
type Row = readonly [name: string, call: Call]

const client = run.createClient()
const { adapters, models } = client
const profile = await client.profile('sim')

const withName: readonly Row[] = [
  ['adapters.get', (name) => adapters.get(name)],
  ['adapters.capabilities', (name) => adapters.capabilities(name)],
  ['adapters.installInstructions', (name) => adapters.installInstructions(name)],
  ['adapters.detect', (name) => adapters.detect(name)],
  ['adapters.askModels', (name) => adapters.askModels(name)],
  ['models.models', (name) => models.models(name)],
  ['models.catalog', (name) => models.catalog(name)],
  ['models.model', (name) => models.model(name, 'x')],
  ['models.defaultModel', (name) => models.defaultModel(name)],
  ['models.validate', (name) => models.validate(name, 3 as never)],
  ['models.estimateCost', (name) => models.estimateCost(name, 'x', 1, 1)],
  ['models.cost', (name) => models.cost(name, 'x', {})],
  ['models.details', (name) => models.details(name, 'x')],
  ['models.refresh', (name) => models.refresh(name)],
  ['models.lastUpdated', (name) => models.lastUpdated(name)],
  ['models.applyReported', (name) => models.applyReported(name, {} as never)],
  ['client.ask', (name) => client.ask(name, 'hello')],
  ['client.ask without a prompt', (prompt) => client.ask('sim', prompt)],
  ['client.askJson', (name) => client.askJson(name, 'hello', { schema: {} })],
  ['client.session', (name) => client.session(name)],
  ['client.capabilities', (name) => client.capabilities(name)],
  ['client.probe', (name) => client.probe(name)],
  ['client.profile', (name) => client.profile(name)],
  ['client.listSessions', (name) => client.listSessions(name)],
  ['client.readSession', (name) => client.readSession(name, 's')],
  ['client.readSession without a session', (id) => client.readSession('sim', id)],
]

const withText: readonly Row[] = [
  ['factOf', (id) => capabilities.factOf(profile, id)],
  ['supportOf', (id) => capabilities.supportOf(profile, id)],
  ['valueOf', (id) => capabilities.valueOf(profile, id)],
  ['explain', (id) => capabilities.explain(profile, id)],
  ['standingOf', (id) => capabilities.standingOf(profile, id)],
  ['dictionaryEntry', (id) => capabilities.dictionaryEntry(id)],
  ['models.model', (id) => models.model('claude', id)],
  ['models.validate', (id) => models.validate('claude', id)],
  ['models.details', (id) => models.details('claude', id)],
  ['models.cost', (id) => models.cost('claude', id, {})],
  ['models.estimateCost', (id) => models.estimateCost('claude', id, 1, 1)],
  ['suggestModels', (typed) => modelsEntryPoint.suggestModels(typed, [])],
]

const withObject: readonly Row[] = [
  ['createClient', (options) => run.createClient(options)],
  ['createClient definitions', (definitions) => run.createClient({ definitions })],
  ['createClient models', (options) => run.createClient({ models: options })],
  ['client.run', (options) => client.run(options)],
  ['client.validateRun', (options) => client.validateRun(options)],
  ['client.planRun', (options) => client.planRun(options)],
  ['client.ask options', (options) => client.ask('sim', 'hello', options)],
  ['client.askJson options', (options) => client.askJson('sim', 'hello', options)],
  ['client.session options', (options) => client.session('sim', options)],
  ['client.capabilities options', (options) => client.capabilities('sim', options)],
  ['client.probe options', (options) => client.probe('sim', options)],
  ['client.listSessions options', (options) => client.listSessions('sim', options)],
  ['client.readSession options', (options) => client.readSession('sim', 's', options)],
  ['client.profile options', (query) => client.profile('sim', query)],
  [
    'client.validateRun context options',
    (context) => client.validateRun({ agent: 'sim', prompt: 'hello' }, context),
  ],
  ['planRun', (validated) => run.planRun(validated)],
  ['validateMcpServersWithCapabilities', (value) => run.validateMcpServersWithCapabilities([], value)],
  [
    'validateMcpServersWithCapabilities servers',
    (value) => run.validateMcpServersWithCapabilities(value, { mcp: {}, prompt: {} } as never),
  ],
  ['adapters.register', (definition) => adapters.register(definition)],
  ['adapters.detect options', (options) => adapters.detect('claude', options)],
  ['adapters.detectAll options', (options) => adapters.detectAll(options)],
  ['adapters.askModels options', (options) => adapters.askModels('claude', options)],
  ['createAdapterRegistry', (definitions) => agentsEntryPoint.createAdapterRegistry(definitions)],
  ['AgentAdapter', (definition) => new agentsEntryPoint.AgentAdapter(definition)],
  ['readDefinitions', (data) => agentsEntryPoint.readDefinitions(data)],
  ['launchPlan', (definition) => agentsEntryPoint.launchPlan(definition, {} as never)],
  [
    'launchPlan request',
    (request) => agentsEntryPoint.launchPlan(agentsEntryPoint.agentCatalog.sim, request),
  ],
  ['createModelRegistry', (options) => modelsEntryPoint.createModelRegistry(options)],
  ['createModelRegistry agents', (agents) => modelsEntryPoint.createModelRegistry({ agents })],
  ['models.applyReported', (report) => models.applyReported('sim', report)],
  ['models.cost usage', (usage) => models.cost('sim', 'sim-small', usage)],
  ['cost', (model) => modelsEntryPoint.cost(model, {})],
  ['cost usage', (usage) => modelsEntryPoint.cost({}, usage)],
  ['modelClaims', (model) => modelsEntryPoint.modelClaims(model)],
  ['suggestModels candidates', (value) => modelsEntryPoint.suggestModels('x', value)],
  ['factOf profile', (one) => capabilities.factOf(one, 'x')],
  ['explain profile', (one) => capabilities.explain(one, 'x')],
  ['explanationText', (one) => capabilities.explanationText(one)],
  ['standingOf profile', (one) => capabilities.standingOf(one, 'x')],
  ['compare profile', (one) => capabilities.compare(one, [{ id: 'x' }])],
  ['compare requirements', (value) => capabilities.compare(profile, value)],
  ['requirementsFor', (request) => capabilities.requirementsFor(request)],
  ['createProfile', (subject) => capabilities.createProfile(subject, [])],
  ['createProfile claims', (claims) => capabilities.createProfile({ kind: 'agent', id: 'x' }, claims)],
  ['mergeProfiles', (subject) => capabilities.mergeProfiles(subject, [])],
  ['mergeProfiles profiles', (value) => capabilities.mergeProfiles({ kind: 'agent', id: 'x' }, value)],
  ['capabilityErrorFor', (one) => capabilities.capabilityErrorFor(one, {} as never)],
  ['capabilityErrorFor result', (result) => capabilities.capabilityErrorFor(profile, result)],
]

/** The faults of a call with these values: an untyped error, or no error. */
async function faultsOf(
  call: Call,
  values: readonly unknown[],
  mayBeTaken: readonly unknown[] = [],
): Promise<string[]> {
  const faults: string[] = []
  for (const value of values) {
    const shown = typeof value === 'symbol' ? 'a symbol' : JSON.stringify(value)
    try {
      await call(value as never)
      if (!mayBeTaken.includes(value)) faults.push(`${shown} is taken`)
    } catch (error) {
      const isTyped = CapstanError.isInstance(error) && /^[A-Z_]+$/.test(error.code)
      if (!isTyped || error.message.endsWith('.')) faults.push(`${shown}: ${String(error)}`)
    }
  }
  return faults
}

describe('an invalid name is rejected with a typed error by', () => {
  it.each(withName)('%s', async (_, call) => {
    expect(await faultsOf(call, [...wrong, undefined], [undefined])).toEqual([])
  })
})

describe('an id that is not a string is rejected with a typed error by', () => {
  it.each(withText)('%s', async (_, call) => {
    const values = wrong.filter((one) => one !== '')
    expect(await faultsOf(call, values)).toEqual([])
  })
})

describe('a value that is not an object or a list is rejected with a typed error by', () => {
  it.each(withObject)('%s', async (name, call) => {
    // Without options the call would start an agent.
    const values = name.endsWith(' options') ? wrongObjects : [...wrongObjects, undefined]
    expect(await faultsOf(call, values, [undefined, list])).toEqual([])
  })
})

it('names the problem and the expected value', async () => {
  await expect(client.capabilities(null as never)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: 'agent must be text that is not empty',
  })
  expect(() => adapters.get({} as never)).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_ERROR',
      message: 'agent must be text that is not empty, not an object',
      hint: 'Pass text that is not empty as agent.',
    }),
  )
})
