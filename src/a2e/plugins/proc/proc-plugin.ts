import { CapstanError } from '../../../core/capstan-error.ts'
import { A2EError } from '../../a2e-error.ts'
import { definePlugin, type Plugin, type RequestContext } from '../../plugin.ts'
import type { Request } from '../../messages/messages.ts'
import type { Child } from './child-process.ts'
import { Children } from './children.ts'
import type { ProcPluginOptions } from './proc-options.ts'

const signals = ['SIGTERM', 'SIGKILL']

/**
 * A plugin that starts processes for agents. They run as the user of the host, with only the variables they are given.
 * When a session or the host ends, its processes and their children are stopped.
 */
export function procPlugin(options: ProcPluginOptions = {}): Plugin {
  const children = new Children(options)
  return definePlugin({
    name: 'proc',
    type: 'proc',
    priority: options.priority ?? 0,
    messages: {
      'proc/spawn/req': async (request, context) => {
        try {
          const { id, pid } = await children.start(request, context)
          return { proc_id: id, ok: true, pid, error: '' }
        } catch (error) {
          if (!CapstanError.isInstance(error) || error.code !== 'AGENT_NOT_STARTED') throw error
          return { proc_id: '', ok: false, pid: 0, error: error.message }
        }
      },
      'proc/write/req': async ({ proc_id, data, eof }, { session }) => {
        const child = children.get(session, proc_id)
        if (!(await child.write(data, eof))) throw deadError(child)
        return { proc_id, ok: true, pid: child.pid, error: '' }
      },
      'proc/kill/req': kill(children),
      'proc/status/req': ({ proc_id }, { session }) => {
        const { status, error } = children.get(session, proc_id)
        return { proc_id, status, error }
      },
    },
    endSession: (session) => children.endSession(session),
    unload: () => children.endAll(),
  })
}

function kill(children: Children) {
  return async (
    { proc_id, signal }: Request<'proc/kill/req'>,
    { session }: RequestContext<'proc/kill/req'>,
  ): Promise<{ ok: boolean; state: string }> => {
    const child = children.get(session, proc_id)
    if (!signals.includes(signal)) {
      throw new A2EError('invalid_message', `Unsupported signal ${signal}`, { detail: { signals } })
    }
    if (child.status !== 'running') throw deadError(child)
    await child.stop('killed', signal === 'SIGKILL')
    return { ok: true, state: child.status }
  }
}

function deadError({ id, status }: Child): A2EError {
  return new A2EError('proc_dead', 'The process no longer accepts this request', {
    detail: { proc_id: id, status },
    capabilityName: 'proc',
  })
}
