import type { DictionaryRow } from './row.ts'

/** Models, messages between sessions, and the families of ids. */
export const modelRows: readonly DictionaryRow[] = [
  ['model.agent', 'the agent that uses the model', { model: 'agent' }, 'its name'],
  ['model.id', 'the model', { model: 'modelId' }, 'its id'],
  ['model.alias', 'a shorter name', { model: 'modelAlias' }, 'the alias'],
  ['model.name', 'display name', { model: 'displayName' }, 'text'],
  [
    'model.deprecated',
    'is deprecated',
    { model: 'deprecated, deprecatedSince, successorModelId' },
    'since when, and the successor',
  ],
  ['model.context-window', 'largest input', { model: 'contextWindow' }, 'tokens'],
  ['model.max-output', 'largest output', { model: 'maxOutputTokens' }, 'tokens'],
  ['model.max-thinking', 'largest thinking budget', { model: 'maxThinkingTokens' }, 'tokens'],
  ['model.price', 'price', { model: '…PricePerMillion' }, 'US dollars per million tokens'],
  [
    'model.provider',
    'the provider of the model',
    { model: 'provider, providerModelId' },
    'the provider, and its id for the model',
  ],
  [
    'model.protocol',
    'API protocol of the model',
    { model: 'protocol' },
    'chat, responses, messages or custom',
  ],
  ['model.deployment', 'where the model runs', { model: 'deployment' }, 'hosted, local, gateway or hybrid'],
  ['model.local', 'can run on this machine', { model: 'supportsLocalModels' }],
  [
    'model.selection',
    'how to select the model in the agent',
    { model: 'cliArgKey, cliArgValue' },
    'flag and argument',
  ],
  ['model.data', 'source of this data', { model: 'lastUpdated, source' }, 'time and source'],

  ['messaging.receive', 'receives messages', { acp: 'always', relay: 'messaging.receive' }],
  ['messaging.send', 'sends messages', { relay: 'messaging.send' }],
  [
    'delivery.immediate',
    'delivers a message by interrupting the agent',
    { acp: 'always, by cancel and prompt', relay: 'delivery.modes' },
  ],
  ['delivery.next-tool-call', 'delivers a message at the next tool call', { relay: 'delivery.modes' }],
  [
    'delivery.on-idle',
    'delivers a message when the agent is idle',
    { acp: 'always, at the end of a turn', relay: 'delivery.modes' },
  ],
  ['delivery.next-message', 'delivers a message together with the next one', { relay: 'delivery.modes' }],
  ['delivery.manual', 'holds messages until they are released', { relay: 'delivery.modes' }],
  ['delivery.queue', 'queues work for later', { relay: 'delivery.queue' }],
  ['actions.invoke', 'invokes actions of other agents', { relay: 'actions.invoke' }],
  ['actions.expose', 'offers actions to other agents', { relay: 'actions.expose' }],

  [
    'events.<type>',
    'emits events of this type',
    { acp: 'status.changed and transcript.chunk, always', relay: 'events.emits' },
  ],
  [
    'host.<capability>',
    'offers this A2E capability to agents',
    { a2e: 'accepted_caps' },
    "the plugin's metadata",
  ],
  [
    'custom.<namespace>.<name>',
    'specific to one ecosystem',
    { agUi: 'custom', acp: '_meta' },
    'any JSON value',
  ],
]
