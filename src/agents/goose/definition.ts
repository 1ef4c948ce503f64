import type { AgentDefinition } from '../definition.ts'
import { unknownFacts } from '../definition-fact.ts'

export const goose: AgentDefinition = {
  id: 'goose',
  name: 'Goose',
  binaries: ['goose'],
  package: { name: '@aaif/goose-acp', version: '1.50.0', binary: 'goose' },
  seen: { version: '1.50.0', at: '2026-11-16' },
  facts: { ...unknownFacts() },
  install: [{ platform: 'all', type: 'npm', command: 'npm install -g @aaif/goose-acp' }],
  impostors: [
    { registry: 'npm', name: 'goose', is: 'a bracket tool for Go' },
    { registry: 'npm', name: 'goose-cli', is: 'a wrapper of a tool for database migrations' },
  ],
  auth: {
    methods: ['api_key', 'config_file'],
    files: [],
    variables: ['OPENAI_API_KEY'],
    login: 'goose configure',
  },
  variables: ['GOOSE_PROVIDER', 'GOOSE_MODEL', 'GOOSE_DISABLE_KEYRING', 'OPENAI_HOST'],
  acp: { binary: 'goose', arguments: ['acp'] },
  thinking: [
    { sets: 'effort', road: 'acp', by: { kind: 'session-option', category: 'thought_level' }, basis: 'run' },
  ],
}
