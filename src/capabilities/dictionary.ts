import { requireString } from '../core/check-argument.ts'

/** Where each ecosystem says the same thing: a field, or what it rests on. */
export interface DictionaryPlaces {
  agUi?: string
  mux?: string
  model?: string
  /** Version 1, then what differs in version 2. */
  acp?: string
  agentsWire?: string
  relay?: string
  a2e?: string
}

/** One capability: its id, what it means and where it is said. */
export interface DictionaryEntry extends DictionaryPlaces {
  /** A dotted noun; `<…>` stands for the names of a family. */
  id: string
  means: string
  /** What its value holds, if it has one. */
  value?: string
}

type Row = [id: string, means: string, places?: DictionaryPlaces, value?: string]

const rows: Row[] = [
  [
    'identity.name',
    'the name it goes by',
    { agUi: 'identity.name', mux: 'agent', acp: 'agentInfo.name → info.name' },
    'text',
  ],
  [
    'identity.title',
    'the name people are shown',
    { agUi: 'identity.name, before the name', acp: 'agentInfo.title → info.title' },
    'text',
  ],
  [
    'identity.version',
    'its version',
    { agUi: 'identity.version', acp: 'agentInfo.version → info.version' },
    'text',
  ],
  ['identity.description', 'what it does', { agUi: 'identity.description' }, 'text'],
  ['identity.provider', 'who maintains it', { agUi: 'identity.provider' }, 'text'],
  ['identity.type', 'the framework behind it', { agUi: 'identity.type' }, 'text'],
  ['identity.documentation', 'where it is described', { agUi: 'identity.documentationUrl' }, 'URL'],

  ['transport.streaming', 'output arrives while it is made', { agUi: 'transport.streaming', acp: 'always' }],
  ['transport.websocket', 'takes lasting WebSocket connections', { agUi: 'transport.websocket' }],
  ['transport.http-binary', 'speaks the binary protocol over HTTP', { agUi: 'transport.httpBinary' }],
  ['transport.push', 'sends updates after a run by webhook', { agUi: 'transport.pushNotifications' }],
  ['transport.resumable', 'an interrupted stream can be taken up again', { agUi: 'transport.resumable' }],

  [
    'session.load',
    'an earlier session comes back with its history',
    { acp: 'loadSession → session, resume with replay', agentsWire: 'loadSession' },
  ],
  [
    'session.resume',
    'an earlier session can be continued, in whatever way',
    {
      mux: 'canResume',
      acp: 'sessionCapabilities.resume, or loadSession → session',
      agentsWire: 'resumeSession, or loadSession',
    },
  ],
  [
    'session.fork',
    'a session can be branched',
    {
      mux: 'canFork',
      acp: 'sessionCapabilities.fork → session.fork',
      agentsWire: 'forkSession',
      relay: 'lifecycle.fork',
    },
  ],
  [
    'session.list',
    'its sessions can be listed',
    { acp: 'sessionCapabilities.list → session', agentsWire: 'listSessions' },
  ],
  [
    'session.close',
    'a session can be closed without ending the process',
    { acp: 'sessionCapabilities.close → session', agentsWire: 'closeSession' },
  ],
  ['session.delete', 'a session can be deleted', { acp: 'sessionCapabilities.delete → session.delete' }],
  [
    'session.additional-directories',
    'more folders than the working one',
    {
      acp: 'sessionCapabilities.additionalDirectories → session.additionalDirectories',
      agentsWire: 'additionalDirectories',
    },
  ],
  ['session.title', 'a session can be renamed', { acp: 'sessionCapabilities.title → session.title' }],
  ['session.archive', 'a session can be archived', { acp: 'sessionCapabilities.archive → session.archive' }],
  [
    'session.status',
    'a session can be asked for its state',
    { acp: 'sessionCapabilities.status → session.status' },
  ],
  [
    'session.system-prompt',
    'a session takes a system prompt',
    { acp: 'sessionCapabilities.systemPrompt → session.systemPrompt' },
    'the modes it takes',
  ],
  [
    'session.subagents',
    'a session reports its subagents',
    { acp: 'sessionCapabilities.subagents → session.subagents' },
  ],
  ['session.multi-turn', 'several turns in one session', { mux: 'supportsMultiTurn', acp: 'always' }],
  [
    'session.persistence',
    'what a session knows outlives a run',
    { agUi: 'state.persistentState', mux: 'sessionPersistence' },
    'none, file, sqlite or in-memory',
  ],

  [
    'lifecycle.release',
    'a session can be ended from outside',
    { acp: 'sessionCapabilities.close → session', agentsWire: 'closeSession', relay: 'lifecycle.release' },
  ],
  ['lifecycle.pause', 'a session can be paused', { relay: 'lifecycle.pause' }],
  ['lifecycle.resume', 'a paused session can go on', { relay: 'lifecycle.resume' }],
  ['lifecycle.snapshot', 'a session can be saved as it stands', { relay: 'lifecycle.snapshot' }],

  ['prompt.text', 'takes text', { acp: 'always', agentsWire: 'prompt.text', relay: 'messaging.receive' }],
  [
    'prompt.image',
    'takes images',
    {
      agUi: 'multimodal.input.image',
      mux: 'supportsImageInput',
      model: 'supportsImageInput',
      acp: 'promptCapabilities.image → session.prompt.image',
      agentsWire: 'prompt.image',
      relay: 'messaging.attachments',
    },
  ],
  [
    'prompt.audio',
    'takes sound',
    {
      agUi: 'multimodal.input.audio',
      acp: 'promptCapabilities.audio → session.prompt.audio',
      agentsWire: 'prompt.audio',
    },
  ],
  ['prompt.video', 'takes video', { agUi: 'multimodal.input.video' }],
  ['prompt.pdf', 'takes PDF documents', { agUi: 'multimodal.input.pdf' }],
  [
    'prompt.file',
    'takes files',
    {
      agUi: 'multimodal.input.file',
      mux: 'supportsFileAttachments',
      model: 'supportsFileInput',
      acp: 'promptCapabilities.embeddedContext, if it is there → session.prompt.embeddedContext',
      agentsWire: 'prompt.embeddedContext',
    },
  ],
  [
    'prompt.embedded-context',
    'takes the content of a resource inside the prompt',
    {
      acp: 'promptCapabilities.embeddedContext → session.prompt.embeddedContext',
      agentsWire: 'prompt.embeddedContext',
    },
  ],

  [
    'output.text-streaming',
    'text arrives token by token',
    { mux: 'supportsTextStreaming', model: 'supportsTextStreaming' },
  ],
  [
    'output.tool-call-streaming',
    'the arguments of a tool call arrive in pieces',
    { mux: 'supportsToolCallStreaming', model: 'supportsToolCallStreaming' },
  ],
  ['output.json-mode', 'can be held to JSON', { mux: 'supportsJsonMode', model: 'supportsJsonMode' }],
  [
    'output.structured',
    'can be held to a schema',
    { agUi: 'output.structuredOutput', mux: 'supportsStructuredOutput', model: 'supportsStructuredOutput' },
  ],
  ['output.mime-types', 'what it can produce', { agUi: 'output.supportedMimeTypes' }, 'MIME types'],
  [
    'output.image',
    'makes images',
    { agUi: 'multimodal.output.image', mux: 'supportsImageOutput', model: 'supportsImageOutput' },
  ],
  ['output.audio', 'makes sound', { agUi: 'multimodal.output.audio' }],

  [
    'thinking.supported',
    'thinks before it answers',
    { agUi: 'reasoning.supported', mux: 'supportsThinking', model: 'supportsThinking' },
  ],
  [
    'thinking.streaming',
    'its thoughts arrive while it thinks',
    { agUi: 'reasoning.streaming', mux: 'supportsThinkingStreaming', model: 'supportsThinkingStreaming' },
  ],
  ['thinking.encrypted', 'its thoughts are sealed', { agUi: 'reasoning.encrypted' }],
  [
    'thinking.effort',
    'how hard it thinks can be set',
    { mux: 'thinkingEffortLevels', model: 'thinkingEffortLevels' },
    'the levels, rising',
  ],
  [
    'thinking.budget',
    'how much it thinks can be set',
    { mux: 'supportsThinkingBudgetTokens', model: 'thinkingBudgetRange' },
    'smallest and largest number of tokens',
  ],

  [
    'tools.native',
    'calls tools',
    {
      agUi: 'tools.supported, tools.items',
      mux: 'supportsNativeTools',
      model: 'supportsToolCalling',
      a2e: 'tools',
    },
    'the tools it brings',
  ],
  [
    'tools.parallel',
    'calls several tools at a time',
    { agUi: 'tools.parallelCalls', mux: 'supportsParallelToolCalls', model: 'supportsParallelToolCalls' },
  ],
  ['tools.client-provided', 'uses tools given with a run', { agUi: 'tools.clientProvided' }],
  [
    'tools.approval',
    'asks before a tool runs',
    { agUi: 'humanInTheLoop.approvals', mux: 'requiresToolApproval, approvalModes' },
    'whether it must, and the modes',
  ],

  ['mcp.supported', 'takes MCP servers, by some transport', { mux: 'supportsMCP' }],
  [
    'mcp.stdio',
    'takes MCP servers it starts itself',
    { mux: 'supportsMCP, when false', acp: 'always → session.mcp.stdio', agentsWire: 'mcp.stdio' },
  ],
  [
    'mcp.http',
    'takes MCP servers over HTTP',
    {
      mux: 'supportsMCP, when false',
      acp: 'mcpCapabilities.http → session.mcp.http',
      agentsWire: 'mcp.http',
    },
  ],
  [
    'mcp.sse',
    'takes MCP servers over server-sent events',
    { mux: 'supportsMCP, when false', acp: 'mcpCapabilities.sse → never', agentsWire: 'mcp.sse' },
  ],
  [
    'mcp.acp',
    'takes MCP servers through the ACP connection',
    { acp: 'mcpCapabilities.acp → session.mcp.acp' },
  ],
  ['skills', 'loads skills', { mux: 'supportsSkills, skillsFormat' }, 'their format'],
  ['agents-md', 'reads AGENTS.md', { mux: 'supportsAgentsMd' }],

  ['multi-agent.supported', 'works with other agents in some way', { agUi: 'multiAgent.supported' }],
  [
    'multi-agent.delegation',
    'hands parts of the work to others',
    {
      agUi: 'multiAgent.delegation, subagents, subAgents',
      mux: 'supportsSubagentDispatch',
      a2e: 'multi_agent',
    },
    'the agents it can call on',
  ],
  ['multi-agent.handoffs', 'passes the whole conversation on', { agUi: 'multiAgent.handoffs' }],
  [
    'execution.parallel',
    'runs several tasks at a time',
    { mux: 'supportsParallelExecution, maxParallelTasks', a2e: 'max_parallel' },
    'the largest number',
  ],
  ['execution.code', 'runs code', { agUi: 'execution.codeExecution' }],
  ['execution.sandboxed', 'runs it walled off', { agUi: 'execution.sandboxed' }],
  [
    'execution.max-iterations',
    'steps in one run are limited',
    { agUi: 'execution.maxIterations' },
    'the number',
  ],
  [
    'execution.max-time',
    'the time of one run is limited',
    { agUi: 'execution.maxExecutionTime' },
    'milliseconds',
  ],

  ['interaction.repl', 'has an interactive mode', { mux: 'supportsInteractiveMode' }],
  [
    'interaction.steer',
    'takes words in the middle of a turn',
    { agUi: 'humanInTheLoop.interventions', mux: 'supportsStdinInjection', acp: '_meta.steering.supported' },
  ],
  ['interaction.human-in-the-loop', 'involves people in some way', { agUi: 'humanInTheLoop.supported' }],
  ['interaction.feedback', 'learns from praise and correction', { agUi: 'humanInTheLoop.feedback' }],
  ['interaction.interrupts', 'a run can stop to ask and be resumed', { agUi: 'humanInTheLoop.interrupts' }],
  [
    'interaction.approve-with-edits',
    'a call can be changed when it is approved',
    { agUi: 'humanInTheLoop.approveWithEdits' },
  ],

  ['state.snapshots', 'sends its whole state', { agUi: 'state.snapshots' }],
  ['state.deltas', 'sends changes of its state', { agUi: 'state.deltas' }],
  ['state.memory', 'remembers beyond one thread', { agUi: 'state.memory' }],

  [
    'plugins',
    'loads plugins',
    { mux: 'supportsPlugins, pluginFormats, plugin…Cmd, pluginMarketplaceUrl, pluginRegistries' },
    'formats, commands and registries',
  ],
  ['process.platforms', 'where it runs', { mux: 'supportedPlatforms' }, 'platforms'],
  ['process.git-required', 'needs a git repository', { mux: 'requiresGitRepo' }],
  ['process.pty-required', 'needs a terminal', { mux: 'requiresPty' }],
  [
    'auth',
    'can be logged in',
    { mux: 'authMethods, authFiles', acp: 'authMethods, if any' },
    'methods and files',
  ],
  ['auth.logout', 'can be logged out', { acp: 'auth.logout' }],
  ['auth.status', 'can be asked whether it is logged in', { acp: 'auth.status' }],
  ['install', 'can be installed', { mux: 'installMethods' }, 'the methods'],

  ['model.agent', 'the agent the model is behind', { model: 'agent' }, 'its name'],
  ['model.id', 'the model', { model: 'modelId' }, 'its id'],
  ['model.alias', 'a shorter name', { model: 'modelAlias' }, 'the alias'],
  ['model.name', 'the name people are shown', { model: 'displayName' }, 'text'],
  [
    'model.deprecated',
    'should not be used for new work',
    { model: 'deprecated, deprecatedSince, successorModelId' },
    'since when, and what instead',
  ],
  ['model.context-window', 'how much it can read', { model: 'contextWindow' }, 'tokens'],
  ['model.max-output', 'how much it can write', { model: 'maxOutputTokens' }, 'tokens'],
  ['model.max-thinking', 'how much it can think', { model: 'maxThinkingTokens' }, 'tokens'],
  ['model.price', 'what it costs', { model: '…PricePerMillion' }, 'US dollars per million tokens'],
  [
    'model.provider',
    'who runs it',
    { model: 'provider, providerModelId' },
    'the provider and its name for it',
  ],
  ['model.protocol', 'how it is asked', { model: 'protocol' }, 'chat, responses, messages or custom'],
  ['model.deployment', 'where it runs', { model: 'deployment' }, 'hosted, local, gateway or hybrid'],
  ['model.local', 'can be served on this machine', { model: 'supportsLocalModels' }],
  [
    'model.selection',
    'how the agent is told to use it',
    { model: 'cliArgKey, cliArgValue' },
    'flag and argument',
  ],
  ['model.data', 'where this data is from', { model: 'lastUpdated, source' }, 'time and source'],

  ['messaging.receive', 'takes messages', { acp: 'always', relay: 'messaging.receive' }],
  ['messaging.send', 'sends messages', { relay: 'messaging.send' }],
  [
    'delivery.immediate',
    'a message can interrupt',
    { acp: 'always, by cancel and prompt', relay: 'delivery.modes' },
  ],
  ['delivery.next-tool-call', 'a message can wait for the next tool call', { relay: 'delivery.modes' }],
  [
    'delivery.on-idle',
    'a message can wait until it is idle',
    { acp: 'always, at the end of a turn', relay: 'delivery.modes' },
  ],
  ['delivery.next-message', 'a message can wait for the next one', { relay: 'delivery.modes' }],
  ['delivery.manual', 'messages wait until they are let through', { relay: 'delivery.modes' }],
  ['delivery.queue', 'takes work now and does it later', { relay: 'delivery.queue' }],
  ['actions.invoke', 'calls actions of others', { relay: 'actions.invoke' }],
  ['actions.expose', 'offers actions to others', { relay: 'actions.expose' }],

  [
    'events.<type>',
    'reports events of this type',
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
    'something only this ecosystem knows',
    { agUi: 'custom', acp: '_meta' },
    'anything',
  ],
]

/** Every canonical capability, in the order of its subject. */
export const dictionary: readonly DictionaryEntry[] = rows.map(([id, means, places = {}, value]) => ({
  id,
  means,
  ...places,
  ...(value === undefined ? {} : { value }),
}))

const exactIds = new Map(dictionary.map((entry) => [entry.id, entry]))
const families = dictionary.filter(({ id }) => id.includes('<'))

/** The entry for an id, also for a member of a family; undefined for an id of somebody's own. */
export function dictionaryEntry(id: string): DictionaryEntry | undefined {
  requireString(id, 'id')
  return (
    exactIds.get(id) ?? families.find((family) => id.startsWith(family.id.slice(0, family.id.indexOf('<'))))
  )
}
