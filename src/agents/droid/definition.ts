import type { AgentDefinition } from '../definition.ts'
import { unknownFacts } from '../definition-fact.ts'

export const droid: AgentDefinition = {
  id: 'droid',
  name: 'Droid',
  binaries: ['droid'],
  package: { name: 'droid', version: '0.215.0', binary: 'droid', node: '>=20.0.0', installScripts: true },
  seen: { version: '0.215.0', at: '2026-11-16' },
  facts: { ...unknownFacts() },
  install: [{ platform: 'all', type: 'npm', command: 'npm install -g droid' }],
  auth: { methods: ['api_key'], files: ['.factory/settings.json'], variables: ['FACTORY_API_KEY'] },
  variables: [],
  acp: { binary: 'droid', arguments: ['exec', '--output-format', 'acp'] },
  thinking: [
    { sets: 'effort', road: 'acp', by: { kind: 'session-option', category: 'thought_level' }, basis: 'run' },
  ],
}
