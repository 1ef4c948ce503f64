import { createHost, type A2EHost } from '../../src/a2e/host.ts'
import { defineEnvironment } from '../../src/a2e/plugins/env/environment.ts'
import { builtInPlugins } from '../../src/a2e/plugins/index.ts'
import { defineTool } from '../../src/a2e/plugins/tools/tool.ts'

/** The tool and the environment of the recorded hosts. */
const echo = defineTool({
  name: 'echo',
  description: 'Echo text back',
  parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  tags: ['demo'],
  idempotent: true,
  run: (input, { emit }) => {
    emit('progress', { pct: 50, message: 'half way' })
    return input
  },
})

const counter = defineEnvironment({
  name: 'counter',
  actionSpace: { type: 'object' },
  stateSchema: { type: 'object' },
  reset: () => ({ count: 0, step_num: 0 }),
  step: ({ count, step_num: step }) => ({ state: { count: count + 1, step_num: step }, reward: 0 }),
})

/** A host with Capstan’s own plugins that replaces a recorded host. */
export function recordedHost(names: readonly string[], root: string): Promise<A2EHost> {
  const options = { tools: { tools: [echo] }, env: { environments: [counter] } }
  return createHost({ plugins: builtInPlugins(names, options), token: 'dev-secret', root })
}
