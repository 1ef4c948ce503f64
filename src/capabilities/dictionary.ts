import { requireString } from '../core/check-argument.ts'

/** The field in each ecosystem that states the same capability. */
export interface DictionaryPlaces {
  agUi?: string
  mux?: string
  model?: string
  /** Version 1, then the difference in version 2. */
  acp?: string
  agentsWire?: string
  relay?: string
  a2e?: string
}

/** One capability: its id, its meaning and its field in each ecosystem. */
export interface DictionaryEntry extends DictionaryPlaces {
  /** A dotted noun; `<…>` stands for any name of a family. */
  id: string
  means: string
  /** What the value holds, if the capability has one. */
  value?: string
}

type Row = [id: string, means: string, places?: DictionaryPlaces, value?: string]

const rows: Row[] = [
  [
    'identity.name',
    'machine-readable name',
    { agUi: 'identity.name', mux: 'agent', acp: 'agentInfo.name → info.name' },
    'text',
  ],
  [
    'identity.title',
    'display name',
    { agUi: 'identity.name, before the name', acp: 'agentInfo.title → info.title' },
    'text',
  ],
  [
    'identity.version',
    'version',
    { agUi: 'identity.version', acp: 'agentInfo.version → info.version' },
    'text',
  ],
  ['identity.description', 'description', { agUi: 'identity.description' }, 'text'],
  ['identity.provider', 'maintainer', { agUi: 'identity.provider' }, 'text'],
  ['identity.type', 'underlying framework', { agUi: 'identity.type' }, 'text'],
  ['identity.documentation', 'documentation', { agUi: 'identity.documentationUrl' }, 'URL'],

  ['transport.streaming', 'streams output', { agUi: 'transport.streaming', acp: 'always' }],
  ['transport.websocket', 'accepts persistent WebSocket connections', { agUi: 'transport.websocket' }],
  ['transport.http-binary', 'supports the binary protocol over HTTP', { agUi: 'transport.httpBinary' }],
  ['transport.push', 'sends updates by webhook after a run', { agUi: 'transport.pushNotifications' }],
  ['transport.resumable', 'can resume an interrupted stream', { agUi: 'transport.resumable' }],

  [
    'session.load',
    'loads an earlier session with its history',
    { acp: 'loadSession → session, resume with replay', agentsWire: 'loadSession' },
  ],
  [
    'session.resume',
    'resumes an earlier session, with or without its history',
    {
      mux: 'canResume',
      acp: 'sessionCapabilities.resume, or loadSession → session',
      agentsWire: 'resumeSession, or loadSession',
    },
  ],
  [
    'session.fork',
    'forks a session',
    {
      mux: 'canFork',
      acp: 'sessionCapabilities.fork → session.fork',
      agentsWire: 'forkSession',
      relay: 'lifecycle.fork',
    },
  ],
  [
    'session.list',
    'lists its sessions',
    { acp: 'sessionCapabilities.list → session', agentsWire: 'listSessions' },
  ],
  [
    'session.close',
    'closes a session without ending the process',
    { acp: 'sessionCapabilities.close → session', agentsWire: 'closeSession' },
  ],
  ['session.delete', 'deletes a session', { acp: 'sessionCapabilities.delete → session.delete' }],
  [
    'session.additional-directories',
    'accepts folders besides the working directory',
    {
      acp: 'sessionCapabilities.additionalDirectories → session.additionalDirectories',
      agentsWire: 'additionalDirectories',
    },
  ],
  ['session.title', 'renames a session', { acp: 'sessionCapabilities.title → session.title' }],
  ['session.archive', 'archives a session', { acp: 'sessionCapabilities.archive → session.archive' }],
  [
    'session.status',
    'reports the status of a session on request',
    { acp: 'sessionCapabilities.status → session.status' },
  ],
  [
    'session.system-prompt',
    'accepts a system prompt for a session',
    { acp: 'sessionCapabilities.systemPrompt → session.systemPrompt' },
    'the supported modes',
  ],
  [
    'session.subagents',
    'reports the subagents of a session',
    { acp: 'sessionCapabilities.subagents → session.subagents' },
  ],
  ['session.multi-turn', 'runs several turns in one session', { mux: 'supportsMultiTurn', acp: 'always' }],
  [
    'session.persistence',
    'keeps session state after a run',
    { agUi: 'state.persistentState', mux: 'sessionPersistence' },
    'none, file, sqlite or in-memory',
  ],

  [
    'lifecycle.release',
    'lets a client end a session',
    { acp: 'sessionCapabilities.close → session', agentsWire: 'closeSession', relay: 'lifecycle.release' },
  ],
  ['lifecycle.pause', 'pauses a session', { relay: 'lifecycle.pause' }],
  ['lifecycle.resume', 'resumes a paused session', { relay: 'lifecycle.resume' }],
  ['lifecycle.snapshot', 'saves a snapshot of a session', { relay: 'lifecycle.snapshot' }],

  ['prompt.text', 'accepts text', { acp: 'always', agentsWire: 'prompt.text', relay: 'messaging.receive' }],
  [
    'prompt.image',
    'accepts images',
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
    'accepts audio',
    {
      agUi: 'multimodal.input.audio',
      acp: 'promptCapabilities.audio → session.prompt.audio',
      agentsWire: 'prompt.audio',
    },
  ],
  ['prompt.video', 'accepts video', { agUi: 'multimodal.input.video' }],
  ['prompt.pdf', 'accepts PDF documents', { agUi: 'multimodal.input.pdf' }],
  [
    'prompt.file',
    'accepts files',
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
    'accepts the content of a resource inside the prompt',
    {
      acp: 'promptCapabilities.embeddedContext → session.prompt.embeddedContext',
      agentsWire: 'prompt.embeddedContext',
    },
  ],

  ['output.text-streaming', 'streams text', { mux: 'supportsTextStreaming', model: 'supportsTextStreaming' }],
  [
    'output.tool-call-streaming',
    'streams the arguments of a tool call',
    { mux: 'supportsToolCallStreaming', model: 'supportsToolCallStreaming' },
  ],
  [
    'output.json-mode',
    'can be required to answer in JSON',
    { mux: 'supportsJsonMode', model: 'supportsJsonMode' },
  ],
  [
    'output.structured',
    'can be required to answer by a JSON Schema',
    { agUi: 'output.structuredOutput', mux: 'supportsStructuredOutput', model: 'supportsStructuredOutput' },
  ],
  ['output.mime-types', 'MIME types it can produce', { agUi: 'output.supportedMimeTypes' }, 'MIME types'],
  [
    'output.image',
    'produces images',
    { agUi: 'multimodal.output.image', mux: 'supportsImageOutput', model: 'supportsImageOutput' },
  ],
  ['output.audio', 'produces audio', { agUi: 'multimodal.output.audio' }],

  [
    'thinking.supported',
    'thinks before it answers',
    { agUi: 'reasoning.supported', mux: 'supportsThinking', model: 'supportsThinking' },
  ],
  [
    'thinking.streaming',
    'streams its thinking',
    { agUi: 'reasoning.streaming', mux: 'supportsThinkingStreaming', model: 'supportsThinkingStreaming' },
  ],
  ['thinking.encrypted', 'encrypts its thinking', { agUi: 'reasoning.encrypted' }],
  [
    'thinking.effort',
    'has an adjustable thinking effort',
    { mux: 'thinkingEffortLevels', model: 'thinkingEffortLevels' },
    'the levels, lowest first',
  ],
  [
    'thinking.budget',
    'has an adjustable thinking budget',
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
    'the built-in tools',
  ],
  [
    'tools.parallel',
    'calls several tools in parallel',
    { agUi: 'tools.parallelCalls', mux: 'supportsParallelToolCalls', model: 'supportsParallelToolCalls' },
  ],
  ['tools.client-provided', 'uses tools the client passes with a run', { agUi: 'tools.clientProvided' }],
  [
    'tools.approval',
    'asks before a tool runs',
    { agUi: 'humanInTheLoop.approvals', mux: 'requiresToolApproval, approvalModes' },
    'whether approval is required, and the modes',
  ],

  ['mcp.supported', 'uses MCP servers over at least one transport', { mux: 'supportsMCP' }],
  [
    'mcp.stdio',
    'starts MCP servers over stdio',
    { mux: 'supportsMCP, when false', acp: 'always → session.mcp.stdio', agentsWire: 'mcp.stdio' },
  ],
  [
    'mcp.http',
    'connects to MCP servers over HTTP',
    {
      mux: 'supportsMCP, when false',
      acp: 'mcpCapabilities.http → session.mcp.http',
      agentsWire: 'mcp.http',
    },
  ],
  [
    'mcp.sse',
    'connects to MCP servers over server-sent events',
    { mux: 'supportsMCP, when false', acp: 'mcpCapabilities.sse → never', agentsWire: 'mcp.sse' },
  ],
  [
    'mcp.acp',
    'uses MCP servers through the ACP connection',
    { acp: 'mcpCapabilities.acp → session.mcp.acp' },
  ],
  ['skills', 'loads skills', { mux: 'supportsSkills, skillsFormat' }, 'the format'],
  ['agents-md', 'reads AGENTS.md', { mux: 'supportsAgentsMd' }],

  ['multi-agent.supported', 'works with other agents', { agUi: 'multiAgent.supported' }],
  [
    'multi-agent.delegation',
    'delegates work to other agents',
    {
      agUi: 'multiAgent.delegation, subagents, subAgents',
      mux: 'supportsSubagentDispatch',
      a2e: 'multi_agent',
    },
    'the agents it can delegate to',
  ],
  ['multi-agent.handoffs', 'hands the whole conversation to another agent', { agUi: 'multiAgent.handoffs' }],
  [
    'execution.parallel',
    'runs several tasks in parallel',
    { mux: 'supportsParallelExecution, maxParallelTasks', a2e: 'max_parallel' },
    'the largest number',
  ],
  ['execution.code', 'runs code', { agUi: 'execution.codeExecution' }],
  ['execution.sandboxed', 'runs code in a sandbox', { agUi: 'execution.sandboxed' }],
  [
    'execution.max-iterations',
    'limits the steps of a run',
    { agUi: 'execution.maxIterations' },
    'the number',
  ],
  [
    'execution.max-time',
    'limits the duration of a run',
    { agUi: 'execution.maxExecutionTime' },
    'milliseconds',
  ],

  ['interaction.repl', 'has an interactive mode', { mux: 'supportsInteractiveMode' }],
  [
    'interaction.steer',
    'accepts messages during a turn',
    { agUi: 'humanInTheLoop.interventions', mux: 'supportsStdinInjection', acp: '_meta.steering.supported' },
  ],
  ['interaction.human-in-the-loop', 'involves people', { agUi: 'humanInTheLoop.supported' }],
  ['interaction.feedback', 'learns from user feedback', { agUi: 'humanInTheLoop.feedback' }],
  [
    'interaction.interrupts',
    'can interrupt a run for a question and resume it',
    { agUi: 'humanInTheLoop.interrupts' },
  ],
  [
    'interaction.approve-with-edits',
    'lets the user edit a tool call when approving it',
    { agUi: 'humanInTheLoop.approveWithEdits' },
  ],

  ['state.snapshots', 'sends its whole state', { agUi: 'state.snapshots' }],
  ['state.deltas', 'sends changes of its state', { agUi: 'state.deltas' }],
  ['state.memory', 'keeps memory across threads', { agUi: 'state.memory' }],

  [
    'plugins',
    'loads plugins',
    { mux: 'supportsPlugins, pluginFormats, plugin…Cmd, pluginMarketplaceUrl, pluginRegistries' },
    'formats, commands and registries',
  ],
  ['process.platforms', 'supported platforms', { mux: 'supportedPlatforms' }, 'platforms'],
  ['process.git-required', 'needs a git repository', { mux: 'requiresGitRepo' }],
  ['process.pty-required', 'needs a terminal', { mux: 'requiresPty' }],
  ['auth', 'has a login', { mux: 'authMethods, authFiles', acp: 'authMethods, if any' }, 'methods and files'],
  ['auth.logout', 'has a logout', { acp: 'auth.logout' }],
  ['auth.status', 'reports whether it is logged in', { acp: 'auth.status' }],
  ['install', 'can be installed', { mux: 'installMethods' }, 'the methods'],

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

/** Every canonical capability, grouped by subject. */
export const dictionary: readonly DictionaryEntry[] = rows.map(([id, means, places = {}, value]) => ({
  id,
  means,
  ...places,
  ...(value === undefined ? {} : { value }),
}))

const exactIds = new Map(dictionary.map((entry) => [entry.id, entry]))
const families = dictionary.filter(({ id }) => id.includes('<'))

/** Returns the entry for an id, also for a member of a family; undefined for an id outside the dictionary. */
export function dictionaryEntry(id: string): DictionaryEntry | undefined {
  requireString(id, 'id')
  return (
    exactIds.get(id) ?? families.find((family) => id.startsWith(family.id.slice(0, family.id.indexOf('<'))))
  )
}
