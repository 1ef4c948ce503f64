import { capabilityErrorFor } from '../capabilities/capability-error.ts'
import { compare } from '../capabilities/compare.ts'
import { type CapabilityProfile, supportOf } from '../capabilities/profile.ts'
import { requirementsFor } from '../capabilities/requirements.ts'
import type { CapstanError } from '../core/capstan-error.ts'
import { ValidationError } from '../core/validation-error.ts'
import type { Attachment } from '../run/api/options.ts'
import type { FilePart, ModelMessage } from './call-options.ts'
import { type PromptFile, readFilePart } from './parts/file-part.ts'
import type { ModelWarning } from './parts/stream-part.ts'
import { transcriptOf } from './parts/transcript.ts'

/** What an agent is told for a call. */
export interface AgentPrompt {
  text: string
  /** For the agent's own place for it; in the text where it has none. */
  system?: string
  attachments: Attachment[]
  warnings: ModelWarning[]
}

export interface PromptContext {
  agent: string
  /** What the agent takes; asked for only when something depends on it. */
  profile: () => Promise<CapabilityProfile>
  /** Whether a system prompt can still be given apart from the text. */
  takesSystem: boolean
  /** Why a part cannot be sent, apart from what the profile says. */
  refusalOf: (attachment: Attachment) => CapstanError | undefined
  strict: boolean
}

/** Makes a prompt of messages, and says what of them the agent cannot take. @throws CapabilityError instead when strict */
export async function promptOf(
  messages: readonly ModelMessage[],
  context: PromptContext,
): Promise<AgentPrompt> {
  const system = messages
    .flatMap((message) => (message.role === 'system' ? [message.content] : []))
    .join('\n\n')
  const spoken = messages.filter((message) => message.role !== 'system')
  const hasFiles = spoken.some(({ content }) => content.some(({ type }) => type === 'file'))
  const profile = system !== '' || hasFiles ? await context.profile() : undefined
  const files = new PromptFiles(profile, { ...context, isMarked: spoken.length > 1 })
  const text = transcriptOf(spoken, (part) => files.take(part)) || 'See what is attached.'
  const { attachments, warnings } = files
  if (system === '' || profile === undefined) return { text, attachments, warnings }
  if (context.takesSystem && supportOf(profile, 'session.system-prompt') === 'supported') {
    return { text, system, attachments, warnings }
  }
  warnings.push({
    type: 'compatibility',
    feature: 'system message',
    details: `${context.agent} takes no system prompt here: it stands at the beginning of the prompt.`,
  })
  return { text: `Instructions for this conversation:\n${system}\n\n${text}`, attachments, warnings }
}

interface FilesContext extends PromptContext {
  /** Whether the text says where a file belongs: in a conversation of several messages it must. */
  isMarked: boolean
}

/** Sorts the files of a prompt: attached, put into the text, or left out. */
class PromptFiles {
  readonly attachments: Attachment[] = []
  readonly #left: string[] = []
  readonly #profile: CapabilityProfile | undefined
  readonly #context: FilesContext

  constructor(profile: CapabilityProfile | undefined, context: FilesContext) {
    this.#profile = profile
    this.#context = context
  }

  /** One warning for all that was left out. */
  get warnings(): ModelWarning[] {
    if (this.#left.length === 0) return []
    const parts = [...new Set(this.#left)].join(', ')
    return [
      {
        type: 'unsupported',
        feature: 'file parts',
        details: `${this.#context.agent} cannot take these parts of the prompt, and they were left out: ${parts}.`,
      },
    ]
  }

  /** What stands for the file in the text. */
  take(part: FilePart): string | undefined {
    const file = readFilePart(part)
    if (file === undefined) return this.#leave(`${part.mediaType} by its address`, addressError(part))
    const { kind, data, mimeType, name } = file
    const attachment: Attachment = {
      kind: kind === 'text' ? 'file' : kind,
      data,
      mimeType,
      ...(name === undefined ? {} : { name }),
    }
    const refusal = this.#refusalOf(attachment)
    if (refusal === undefined) {
      this.attachments.push(attachment)
      return this.#context.isMarked ? `[Attached: ${name ?? mimeType}]` : undefined
    }
    return kind === 'text' ? inText(file) : this.#leave(`${kind} (${mimeType})`, refusal)
  }

  /** @throws the reason when strict: nothing is left out then. */
  #leave(what: string, reason: CapstanError): undefined {
    if (this.#context.strict) throw reason
    this.#left.push(what)
  }

  #refusalOf(attachment: Attachment): CapstanError | undefined {
    // Files are read only where the profile is known.
    const profile = this.#profile as CapabilityProfile
    const part = attachment.kind === 'file' ? 'embedded-context' : attachment.kind
    const [error] = compare(profile, requirementsFor({ prompt: [part] })).results.flatMap(
      (result) => capabilityErrorFor(profile, result) ?? [],
    )
    return error ?? this.#context.refusalOf(attachment)
  }
}

function addressError({ mediaType }: FilePart): ValidationError {
  const message = 'has an address and no content'
  return new ValidationError(`The ${mediaType} part ${message}`, [{ path: ['prompt'], message }], {
    hint: 'Pass the bytes of the file.',
  })
}

function inText({ name = 'A file', mimeType, data }: PromptFile): string {
  return `${name} (${mimeType}):\n${Buffer.from(data, 'base64').toString('utf8')}`
}
