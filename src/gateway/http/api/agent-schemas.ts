import type { JsonSchema } from '../../../core/json-schema/json-schema.ts'
import { count, fields, flag, listOf, named, record, text } from './route.ts'

const support: JsonSchema = { enum: ['supported', 'unsupported', 'unknown'] }
const transport: JsonSchema = { enum: ['acp', 'cli'] }
const protocolVersion: JsonSchema = { enum: [1, 2] }
const checkResult: JsonSchema = { enum: ['verified', 'refuted', 'not-applicable', 'not-tried'] }
const amount: JsonSchema = { type: 'number', minimum: 0 }
const amounts: JsonSchema = { type: 'object', additionalProperties: amount }
const texts = listOf(text)
const costParts = listOf({ enum: ['input', 'output', 'thinking', 'cachedInput', 'cacheWrite'] })

/** Schemas of agents and models by their name in the document. */
export const agentSchemas: Readonly<Record<string, JsonSchema>> = {
  Agent: fields(
    {
      id: text,
      name: text,
      isInstalled: flag,
      login: { enum: ['yes', 'no', 'unknown'] },
      version: text,
      path: text,
      transport: { enum: ['acp', 'acp-bridge', 'command-line', 'ag-ui'] },
      auth: fields(
        { methods: texts, variables: texts, found: texts, login: text },
        'methods',
        'variables',
        'found',
      ),
      simulated: { const: true },
      lowestPrice: amount,
    },
    'id',
    'name',
    'isInstalled',
    'login',
    'transport',
  ),
  VerifyProgress: {
    oneOf: [
      fields(
        {
          type: { const: 'started' },
          total: count,
          version: text,
          network: { enum: ['own', 'shared'] },
          networkReason: text,
        },
        'type',
        'total',
        'network',
      ),
      fields(
        {
          type: { const: 'check' },
          name: text,
          title: text,
          capability: text,
          result: checkResult,
          saw: text,
          durationMs: count,
        },
        'type',
        'name',
        'title',
        'result',
        'saw',
        'durationMs',
      ),
      fields(
        {
          type: { const: 'done' },
          startedAt: text,
          counts: { type: 'object', additionalProperties: count },
          defects: texts,
        },
        'type',
        'startedAt',
        'counts',
        'defects',
      ),
      fields({ type: { const: 'failed' }, message: text, hint: text }, 'type', 'message'),
    ],
  },
  InstallProgress: {
    oneOf: [
      fields({ type: { const: 'output' }, text }, 'type', 'text'),
      fields({ type: { const: 'done' } }, 'type'),
      fields({ type: { const: 'failed' }, message: text, hint: text }, 'type', 'message'),
    ],
  },
  Evidence: fields(
    {
      source: { enum: ['override', 'observed', 'advertised', 'model', 'declared'] },
      support,
      value: {},
      at: text,
      agentVersion: text,
      model: text,
      scope: fields({
        transport,
        protocolVersion,
        agentVersions: fields({ from: text, before: text, only: text }),
      }),
      party: { enum: ['agent', 'model', 'surface'] },
      origin: text,
      detail: text,
    },
    'source',
    'support',
  ),
  Fact: fields(
    { id: text, support, value: {}, evidence: listOf(named('Evidence')) },
    'id',
    'support',
    'evidence',
  ),
  Profile: fields(
    {
      subject: fields(
        {
          kind: { enum: ['agent', 'model', 'session', 'host'] },
          id: text,
          version: text,
          model: text,
          transport,
          protocolVersion,
          surface: text,
        },
        'kind',
        'id',
      ),
      facts: { type: 'object', additionalProperties: named('Fact') },
    },
    'subject',
    'facts',
  ),
  Declaration: fields(
    {
      declaration: record({}),
      notCarried: listOf(record({ id: text, support, reason: text }, 'id', 'support', 'reason')),
      assumed: texts,
    },
    'declaration',
    'notCarried',
    'assumed',
  ),
  Probe: fields(
    {
      agent: text,
      name: text,
      version: text,
      protocolVersion,
      capabilities: record({}),
      profile: named('Profile'),
      authMethods: listOf(record({ id: text }, 'id')),
      at: text,
    },
    'agent',
    'protocolVersion',
    'capabilities',
    'profile',
    'authMethods',
    'at',
  ),
  Model: record(
    {
      agent: text,
      modelId: text,
      displayName: text,
      isDefault: flag,
      deprecated: flag,
      contextWindow: count,
      maxOutputTokens: count,
      inputPricePerMillion: amount,
      outputPricePerMillion: amount,
      price: record({ input: amount, output: amount }, 'input', 'output'),
      efforts: texts,
      defaultEffort: text,
      supportsThinking: flag,
      supportsImageInput: flag,
      supportsFileInput: flag,
      assumed: texts,
      derived: texts,
    },
    'agent',
    'modelId',
    'displayName',
    'isDefault',
    'deprecated',
    'contextWindow',
    'maxOutputTokens',
    'assumed',
    'derived',
  ),
  ModelSummary: fields(
    {
      modelId: text,
      displayName: text,
      isDefault: flag,
      contextWindow: count,
      price: fields({ input: amount, output: amount }, 'input', 'output'),
      efforts: texts,
      defaultEffort: text,
    },
    'modelId',
    'displayName',
    'isDefault',
    'contextWindow',
  ),
  Verdict: {
    oneOf: [
      fields(
        { ok: { const: true }, warnings: texts, transport: { enum: ['acp', 'cli'] } },
        'ok',
        'warnings',
        'transport',
      ),
      fields({ ok: { const: false }, error: named('Problem') }, 'ok', 'error'),
    ],
  },
  Cost: fields(
    {
      agent: text,
      model: text,
      status: { enum: ['known', 'free', 'unknown'] },
      usd: amount,
      parts: amounts,
      tier: count,
      derived: costParts,
      missing: costParts,
      note: text,
    },
    'agent',
    'model',
    'status',
    'parts',
    'derived',
    'missing',
  ),
}
