import type { AgentDefinition } from '../definition.ts'
import { unknownFacts } from '../definition-fact.ts'

export const kimi: AgentDefinition = {
  id: 'kimi',
  name: 'Kimi Code',
  binaries: ['kimi'],
  package: { name: '@moonshot-ai/kimi-code', version: '2.1.0', binary: 'kimi', node: '>=22.19.0' },
  seen: { version: '2.1.0', at: '2026-11-16' },
  facts: { ...unknownFacts() },
  install: [{ platform: 'all', type: 'npm', command: 'npm install -g @moonshot-ai/kimi-code' }],
  auth: {
    methods: ['oauth', 'config_file'],
    files: ['.kimi-code/config.toml'],
    variables: [],
    login: 'kimi login',
  },
  variables: [],
  acp: { binary: 'kimi', arguments: ['acp'] },
  thinking: [
    { sets: 'effort', road: 'acp', by: { kind: 'session-option', category: 'thought_level' }, basis: 'run' },
  ],
}
