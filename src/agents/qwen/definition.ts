import type { AgentDefinition } from '../definition.ts'
import { unknownFacts } from '../definition-fact.ts'

export const qwen: AgentDefinition = {
  id: 'qwen',
  name: 'Qwen Code',
  binaries: ['qwen'],
  package: { name: '@qwen-code/qwen-code', version: '0.24.4', binary: 'qwen', node: '>=22.0.0' },
  seen: { version: '0.24.4', at: '2026-11-16' },
  facts: { ...unknownFacts() },
  install: [{ platform: 'all', type: 'npm', command: 'npm install -g @qwen-code/qwen-code' }],
  auth: { methods: ['api_key'], files: [], variables: ['OPENAI_API_KEY'] },
  variables: ['OPENAI_BASE_URL', 'OPENAI_MODEL'],
  acp: { binary: 'qwen', arguments: ['--acp'] },
}
