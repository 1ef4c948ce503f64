import type { AgentDefinition } from '../../definition/definition.ts'
import { unknown, yes } from '../../definition/definition-fact.ts'
import { flag } from '../../definition/definition-flags.ts'

const notRun = 'not tried, and not found in the documentation'

export const hermes: AgentDefinition = {
  id: 'hermes',
  name: 'Hermes Agent',
  maker: { name: 'Nous Research', documentation: 'https://hermes-agent.nousresearch.com/docs' },
  aliases: ['hermes-cli'],
  binaries: ['hermes'],
  facts: {
    'session.resume': yes('docs', { note: '--resume, --continue, and over ACP' }),
    'session.fork': yes('docs', { note: 'over ACP' }),
    'session.multi-turn': yes('docs', { note: 'over ACP' }),
    'session.persistence': unknown(notRun),
    'output.text-streaming': unknown('ACP is the only documented structured output'),
    'output.tool-call-streaming': unknown(notRun),
    'output.json-mode': unknown(notRun),
    'output.structured': unknown(notRun),
    'output.image': unknown(notRun),
    'thinking.supported': yes('docs', { note: 'an ACP option sets the effort' }),
    'thinking.streaming': unknown(notRun),
    'thinking.effort': yes('docs', {
      note: 'over ACP, for known providers; the levels are not documented',
    }),
    'thinking.budget': unknown(notRun),
    'tools.native': yes('docs'),
    'tools.parallel': unknown(notRun),
    'tools.approval': yes<'tools.approval'>('docs', {
      value: { modes: ['yolo', 'prompt'] },
      note: 'asks before commands that Hermes considers dangerous; --yolo never asks',
    }),
    'mcp.supported': yes('docs'),
    skills: yes<'skills'>('docs', { value: { format: 'directory' } }),
    'agents-md': unknown(notRun),
    'multi-agent.delegation': unknown(notRun),
    'execution.parallel': unknown(notRun),
    'interaction.repl': yes('docs'),
    'interaction.steer': unknown(notRun),
    'prompt.image': yes('docs', { note: 'advertised over ACP, according to the source code' }),
    'prompt.file': unknown(notRun),
    plugins: yes<'plugins'>('docs', {
      value: { formats: [], registries: [] },
      note: 'the formats were not examined',
    }),
    'process.platforms': yes<'process.platforms'>('docs', {
      value: ['darwin', 'linux'],
      note: 'on Windows: under WSL',
    }),
    'process.git-required': unknown(notRun),
    'process.pty-required': unknown(notRun),
    'session.load': yes('docs', { note: 'over ACP' }),
    'session.list': yes('docs', { note: 'over ACP' }),
  },
  install: [
    { platform: 'all', type: 'pip', command: 'pip install hermes-agent', notes: 'Requires Python >= 3.11' },
    {
      platform: 'all',
      type: 'curl',
      command:
        'curl -fsSL https://raw.githubusercontent.com/NousResearch/hermes-agent/main/scripts/install.sh | bash',
      notes: 'Shell installer',
    },
    {
      platform: 'all',
      type: 'nix',
      command: 'nix run github:NousResearch/hermes-agent',
      notes: 'Nix flake available',
    },
  ],
  impostors: [
    {
      registry: 'npm',
      name: 'hermes-agent',
      is: 'an unofficial bridge that downloads Python and the source code during installation',
    },
  ],
  auth: {
    methods: ['api_key', 'config_file'],
    files: ['.hermes/.env', '.hermes/config.yaml'],
    variables: ['OPENROUTER_API_KEY', 'OPENAI_API_KEY', 'ANTHROPIC_API_KEY'],
    moved: { variable: 'HERMES_HOME', folder: '.hermes' },
    login: 'hermes setup',
  },
  variables: ['HERMES_HOME', 'OPENAI_BASE_URL'],
  acp: { binary: 'hermes', arguments: ['acp'] },
  policies: [{ policies: ['allow'], transport: 'cli', arguments: ['--yolo'], basis: 'docs' }],
  flags: {
    prompt: flag('docs', ['-z', '{value}'], { note: 'prints plain text; no other format is documented' }),
    resume: flag('docs', ['--resume', '{value}']),
    continue: flag('docs', ['--continue']),
  },
  thinking: [
    {
      sets: 'effort',
      transport: 'acp',
      by: { kind: 'session-option', category: 'thought_level' },
      basis: 'docs',
      note: 'for known providers, not for a custom endpoint',
    },
  ],
}
