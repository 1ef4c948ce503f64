import type { AgentDefinition } from '../definition.ts'
import { unknownFacts } from '../definition-fact.ts'

export const kilo: AgentDefinition = {
  id: 'kilo',
  name: 'Kilo Code',
  binaries: ['kilo', 'kilocode'],
  package: { name: '@kilocode/cli', version: '7.7.7', binary: 'kilo', installScripts: true },
  seen: { version: '7.7.7', at: '2026-11-16' },
  facts: { ...unknownFacts() },
  install: [{ platform: 'all', type: 'npm', command: 'npm install -g @kilocode/cli' }],
  auth: { methods: ['config_file'], files: [], variables: [], login: 'kilo auth login' },
  variables: [],
  acp: { binary: 'kilo', arguments: ['acp'] },
  thinking: [
    { sets: 'effort', road: 'acp', by: { kind: 'session-option', category: 'thought_level' }, basis: 'run' },
  ],
}
