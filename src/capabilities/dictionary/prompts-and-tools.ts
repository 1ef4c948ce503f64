import type { DictionaryRow } from './row.ts'

/** Prompts, output, thinking, tools and MCP. */
export const promptRows: readonly DictionaryRow[] = [
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
]
