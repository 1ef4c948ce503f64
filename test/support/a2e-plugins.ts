import { A2EError } from '../../src/a2e/a2e-error.ts'
import { definePlugin, type Handlers, type Plugin } from '../../src/a2e/plugin.ts'

/** A plugin for tests, with its answers. */
export function plugin(type: Plugin['type'], messages: Handlers, more: Partial<Plugin> = {}): Plugin {
  return definePlugin({ name: `my${type}`, type, messages, ...more })
}

/** A tool that returns its input, with an event if the caller streams. */
export const echoTools: Plugin = plugin('tools', {
  'tool/list/req': () => ({ tools: [{ name: 'echo', description: 'Echo text back' }] }),
  'tool/call/req': async (request, { emit }) => {
    if (request.tool_name !== 'echo') throw new A2EError('unknown_tool', `no tool ${request.tool_name}`)
    if (request.streaming) emit({ kind: 'progress', data: { pct: 50, message: 'half way' } })
    await Promise.resolve()
    return { data: { success: true, tool_name: 'echo', data: request.arguments, duration_ms: 0 } }
  },
})

/** A minimal memory plugin and a minimal environment. */
export const emptyMemory: Plugin = plugin('memory', {
  'memory/init/req': ({ namespace }) => ({ memory_id: 'one', namespace }),
})
export const emptyEnv: Plugin = plugin('env', { 'env/close/req': () => ({ closed: true }) })
