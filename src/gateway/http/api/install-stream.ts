import type { AgentDefinition } from '../../../agents/definition/definition.ts'
import { CapstanError } from '../../../core/capstan-error.ts'
import { GatewayError } from '../../gateway-error.ts'
import { installMissing } from './install.lazy.ts'

/** A line of the response to an installation. */
export type InstallProgress =
  | { type: 'output'; text: string }
  | { type: 'done' }
  | { type: 'failed'; message: string; hint?: string }

/** Agents that are being installed by this process. */
const installing = new Set<string>()

/**
 * Installs an agent and streams the progress; canceling the stream aborts the installation.
 * @throws GatewayError `install_running` if the agent is already being installed.
 */
export function installStream(
  definition: AgentDefinition,
  { closing }: { closing: AbortSignal },
): ReadableStream<Uint8Array> {
  const { id } = definition
  if (installing.has(id)) {
    throw new GatewayError('install_running', `${id} is already being installed`, {
      hint: 'Wait for the installation to end.',
    })
  }
  installing.add(id)
  const leaving = new AbortController()
  const signal = AbortSignal.any([leaving.signal, closing])
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    start: async (controller) => {
      const write = (line: InstallProgress): void => {
        if (!leaving.signal.aborted) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
      }
      const decoder = new TextDecoder()
      try {
        const onOutput = (chunk: Buffer): void =>
          write({ type: 'output', text: decoder.decode(chunk, { stream: true }) })
        await installMissing(definition, { signal, onOutput })
        write({ type: 'done' })
      } catch (error) {
        write(failedLine(error))
      } finally {
        installing.delete(id)
        if (!leaving.signal.aborted) controller.close()
      }
    },
    cancel: () => leaving.abort(),
  })
}

function failedLine(error: unknown): InstallProgress {
  if (!CapstanError.isInstance(error)) return { type: 'failed', message: 'The installation failed' }
  const { message, hint } = error
  return { type: 'failed', message, ...(hint === undefined ? {} : { hint }) }
}
