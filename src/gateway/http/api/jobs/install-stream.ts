import type { AgentDefinition } from '../../../../agents/definition/definition.ts'
import { GatewayError } from '../../../gateway-error.ts'
import { installMissing } from './install.lazy.ts'
import { JobSlot } from './job-slot.ts'
import type { FailedLine } from './line-stream.ts'

/** A line of the response to an installation. */
export type InstallProgress = { type: 'output'; text: string } | { type: 'done' } | FailedLine

/** One installation of an agent at a time, by its id. */
const slots = new Map<string, JobSlot>()

/**
 * Installs an agent and streams the progress; canceling the stream aborts the installation.
 * @throws GatewayError `install_running` if the agent is already being installed.
 */
export function installResponse(
  definition: AgentDefinition,
  { closing }: { closing: AbortSignal },
): Promise<Response> {
  const { id } = definition
  const slot = slots.get(id) ?? new JobSlot()
  slots.set(id, slot)
  const work = async (write: (line: InstallProgress) => void, signal: AbortSignal): Promise<void> => {
    const decoder = new TextDecoder()
    const onOutput = (chunk: Buffer): void =>
      write({ type: 'output', text: decoder.decode(chunk, { stream: true }) })
    await installMissing(definition, { signal, onOutput })
    write({ type: 'done' })
  }
  return slot.respond(id, { work, failure: 'The installation failed', closing }, () => {
    const hint = 'Wait for the installation to end.'
    return new GatewayError('install_running', `${id} is already being installed`, { hint })
  })
}
