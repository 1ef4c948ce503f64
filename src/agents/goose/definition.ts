import type { AgentDefinition } from '../definition.ts'
import { advertised, no, notAdvertised, unknown, unknownFacts, yes } from '../definition-fact.ts'

export const goose: AgentDefinition = {
  id: 'goose',
  name: 'Goose',
  aliases: ['goose-cli'],
  binaries: ['goose'],
  package: { name: '@aaif/goose-acp', version: '1.50.0', binary: 'goose' },
  seen: { version: '1.50.0', at: '2026-11-16' },
  facts: {
    ...unknownFacts('not tried'),
    'session.resume': yes('run', { note: 'over ACP' }),
    'session.fork': notAdvertised,
    'session.multi-turn': yes('run', { note: 'over ACP' }),
    'session.persistence': unknown('it keeps its sessions; how was not looked into'),
    'output.text-streaming': yes('run', { note: 'over ACP' }),
    'thinking.supported': yes('run'),
    'thinking.streaming': yes('run', { note: 'over ACP' }),
    'thinking.effort': yes('run', { note: 'over ACP, for models that it knows to think' }),
    'tools.native': yes('run'),
    'tools.approval': yes<'tools.approval'>('run', {
      value: { required: true, modes: ['yolo', 'prompt', 'deny'] },
      note: 'over ACP the client is asked before a file is written',
    }),
    'mcp.supported': yes('run', { note: 'over ACP' }),
    'interaction.repl': yes('help'),
    'prompt.image': yes('run', { note: 'over ACP' }),
    'prompt.file': yes('help', { note: 'as embedded context over ACP' }),
    'process.platforms': unknown('only Linux was tried'),
    'process.git-required': no('run'),
    'process.pty-required': no('run'),
    'session.load': yes('run', { note: 'over ACP' }),
    'session.list': yes('run', { note: 'over ACP' }),
    'session.close': yes('run', { note: 'over ACP' }),
    'session.delete': yes('run', { note: 'over ACP' }),
    'session.additional-directories': notAdvertised,
    'prompt.audio': notAdvertised,
    'prompt.embedded-context': advertised,
    'mcp.stdio': yes('run'),
    'mcp.http': advertised,
    'mcp.sse': notAdvertised,
  },
  install: [{ platform: 'all', type: 'npm', command: 'npm install -g @aaif/goose-acp' }],
  impostors: [
    { registry: 'npm', name: 'goose', is: 'a command that adds brackets to Go' },
    { registry: 'npm', name: 'goose-cli', is: 'a wrapper of a tool for database migrations' },
  ],
  auth: {
    methods: ['api_key', 'config_file'],
    files: [],
    variables: ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GOOGLE_API_KEY', 'OPENROUTER_API_KEY'],
    login: 'goose configure',
  },
  variables: [
    ...['GOOSE_PROVIDER', 'GOOSE_MODEL', 'GOOSE_DISABLE_KEYRING'],
    ...['OPENAI_HOST', 'OPENAI_BASE_PATH', 'OLLAMA_HOST'],
  ],
  acp: {
    binary: 'goose',
    arguments: ['acp'],
    terminalLines: true,
    // As they came by both of its OpenAI wires for 400, 404, 429 and 500, and from a lost connection.
    errorTexts: [
      '^Ran into this error: [^]+\\n\\nPlease retry if you think this is a transient or recoverable error\\.$',
      '^Network error: [^]+\\n\\nPlease resend your message to try again\\.$',
    ],
  },
  thinking: [
    {
      sets: 'effort',
      transport: 'acp',
      by: { kind: 'session-option', category: 'thought_level' },
      basis: 'run',
      note: 'as the model allows; nothing is sent unless it is set',
    },
  ],
}
