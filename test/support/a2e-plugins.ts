import { A2EError } from '../../src/a2e/a2e-error.ts'
import { definePlugin, type Handlers, type Plugin } from '../../src/a2e/plugin.ts'

/** A plugin for tests, with what it answers. */
export function plugin(type: Plugin['type'], messages: Handlers, more: Partial<Plugin> = {}): Plugin {
  return definePlugin({ name: `my${type}`, type, messages, ...more })
}

/** A tool that gives back what it is given, with an event where it is asked to stream. */
export const echoTools: Plugin = plugin('tools', {
  'tool/list/req': () => ({ tools: [{ name: 'echo', description: 'Echo text back' }] }),
  'tool/call/req': async (request, { emit }) => {
    if (request.tool_name !== 'echo') throw new A2EError('unknown_tool', `no tool ${request.tool_name}`)
    if (request.streaming) emit({ kind: 'progress', data: { pct: 50, message: 'half way' } })
    await Promise.resolve()
    return { data: { success: true, tool_name: 'echo', data: request.arguments, duration_ms: 0 } }
  },
})

/** The least memory and environment there are. */
export const emptyMemory: Plugin = plugin('memory', {
  'memory/init/req': ({ namespace }) => ({ memory_id: 'one', namespace }),
})
export const emptyEnv: Plugin = plugin('env', { 'env/close/req': () => ({ closed: true }) })
