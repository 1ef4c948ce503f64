import type { AgentCapabilities, SubagentInfo } from '../../capabilities/ecosystems/ag-ui/types.ts'
import type { Support } from '../../capabilities/evidence.ts'
import { isRecord } from '../../core/is-record.ts'
import type { AttachedPart } from './thread/thread-entry.ts'

/** An attachment type. */
export interface Modality {
  readonly name: 'image' | 'audio' | 'video' | 'pdf' | 'file'
  /** Unknown types are offered too, and marked. */
  readonly support: Exclude<Support, 'unsupported'>
  /** The `accept` attribute of the file input. */
  readonly accept: string
}

/** A session mode of the agent. */
export interface Mode {
  readonly id: string
  readonly name: string
}

/** A slash command of the agent. */
export interface ChatCommand {
  /** Without the slash. */
  readonly name: string
  readonly description: string
  /** What to write after the name; empty for nothing. */
  readonly hint: string
}

/** The features that the chat offers for an agent. */
export interface ChatFeatures {
  readonly hasReasoning: boolean
  readonly modalities: readonly Modality[]
  readonly subagents: readonly SubagentInfo[]
  readonly modes: readonly Mode[]
  readonly currentMode?: string | undefined
  /** Known once the agent was started. */
  readonly commands: readonly ChatCommand[]
  /** The agent's working folder. */
  readonly folder?: string | undefined
}

const accepted = {
  image: 'image/*',
  audio: 'audio/*',
  video: 'video/*',
  pdf: 'application/pdf',
  file: '',
} as const

export function featuresOf({ reasoning, multimodal, multiAgent, custom }: AgentCapabilities): ChatFeatures {
  const input = multimodal?.input ?? {}
  const names = Object.keys(accepted) as Modality['name'][]
  const own = isRecord(custom?.['capstan']) ? custom['capstan'] : {}
  const modes = isRecord(own['modes']) ? own['modes'] : {}
  return {
    hasReasoning: reasoning?.supported === true,
    modalities: names
      .filter((name) => input[name] !== false)
      .map((name) => ({ name, support: input[name] ? 'supported' : 'unknown', accept: accepted[name] })),
    subagents: multiAgent?.subagents ?? multiAgent?.subAgents ?? [],
    modes: modesIn(modes['available']),
    currentMode: typeof modes['current'] === 'string' ? modes['current'] : undefined,
    commands: commandsIn(own['commands']),
    folder: typeof own['cwd'] === 'string' ? own['cwd'] : undefined,
  }
}

/** A file as a message part. */
export function partOf({ name, type }: { name: string; type: string }, base64: string): AttachedPart {
  const mimeType = type === '' ? 'application/octet-stream' : type
  const [kind] = mimeType.split('/')
  return {
    type: kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'document',
    filename: name,
    source: { type: 'data', value: base64, mimeType },
  }
}

/** Reads the commands of a session. */
export function commandsIn(available: unknown): ChatCommand[] {
  if (!Array.isArray(available)) return []
  return (available as unknown[]).flatMap((command) => {
    if (!isRecord(command) || typeof command['name'] !== 'string') return []
    const { name, description, input } = command
    const hint = isRecord(input) ? input['hint'] : undefined
    return [
      {
        name,
        description: typeof description === 'string' ? description : '',
        hint: typeof hint === 'string' ? hint : '',
      },
    ]
  })
}

function modesIn(available: unknown): Mode[] {
  if (!Array.isArray(available)) return []
  return (available as unknown[]).flatMap((mode) => {
    if (!isRecord(mode) || typeof mode['id'] !== 'string') return []
    return [{ id: mode['id'], name: typeof mode['name'] === 'string' ? mode['name'] : mode['id'] }]
  })
}
