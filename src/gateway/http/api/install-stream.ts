import type { AgentDefinition } from '../../../agents/definition/definition.ts'
import { GatewayError } from '../../gateway-error.ts'
import { installMissing } from './install.lazy.ts'
import { type FailedLine, lineResponse } from './line-stream.ts'

/** A line of the response to an installation. */
export type InstallProgress = { type: 'output'; text: string } | { type: 'done' } | FailedLine

/** Agents that are being installed by this process. */
const installing = new Set<string>()

/**
 * Installs an agent and streams the progress; canceling the stream aborts the installation.
 * @throws GatewayError `install_running` if the agent is already being installed.
 */
export function installResponse(
  definition: AgentDefinition,
  { closing }: { closing: AbortSignal },
): Response {
  const { id } = definition
  if (installing.has(id)) {
    throw new GatewayError('install_running', `${id} is already being installed`, {
      hint: 'Wait for the installation to end.',
    })
  }
  installing.add(id)
  return lineResponse<InstallProgress>({
    work: async (write, signal) => {
      const decoder = new TextDecoder()
      const onOutput = (chunk: Buffer): void =>
        write({ type: 'output', text: decoder.decode(chunk, { stream: true }) })
      await installMissing(definition, { signal, onOutput })
      write({ type: 'done' })
    },
    failure: 'The installation failed',
    onEnd: () => installing.delete(id),
    closing,
  })
}
