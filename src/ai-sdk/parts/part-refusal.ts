import { CapabilityError } from '../../capabilities/capability-error.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import type { Client } from '../../run/client.ts'
import type { Attachment } from '../../run/api/options.ts'
import type { AgentModelSettings } from '../settings.ts'

export interface PartRequest {
  agent: string
  settings: AgentModelSettings
  attachment: Attachment
  effort?: string | undefined
}

/** Why a run cannot send a part of a prompt: the model or the transport does not accept it. */
export function partRefusal(
  client: Client,
  { agent, settings, attachment, effort }: PartRequest,
): CapstanError | undefined {
  try {
    const { transport } = client.planRun({
      ...settings,
      agent,
      prompt: 'none',
      attachments: [attachment],
      ...(effort === undefined ? {} : { thinkingEffort: effort }),
    })
    return transport === 'cli' ? commandLineRefusal(agent, attachment) : undefined
  } catch (error) {
    if (!CapstanError.isInstance(error) || !isAboutPart(error)) throw error
    return error
  }
}

/** On the command line, agents accept images at most. */
export function commandLineRefusal(agent: string, { kind }: Attachment): CapabilityError | undefined {
  if (kind === 'image') return undefined
  return new CapabilityError(kind === 'file' ? 'prompt.embedded-context' : `prompt.${kind}`, {
    agent,
    message: `${agent} does not accept ${kind} content on its command line`,
    hint: 'Use transport acp.',
  })
}

function isAboutPart(error: CapstanError): boolean {
  if (error instanceof CapabilityError) return error.id.startsWith('prompt.')
  return error.code === 'TRANSPORT_UNAVAILABLE'
}
