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

/** The prompt an agent gets for a call. */
export interface AgentPrompt {
  text: string
  /** The system prompt; part of `text` if the agent does not accept one. */
  system?: string
  attachments: Attachment[]
  warnings: ModelWarning[]
}

export interface PromptContext {
  agent: string
  /** The agent's capabilities; read only when the prompt has a file or a system message. */
  profile: () => Promise<CapabilityProfile>
  /** Whether a system prompt can still be sent separately from the text. */
  takesSystem: boolean
  /** Why a part cannot be sent, beyond the profile. */
  refusalOf: (attachment: Attachment) => CapstanError | undefined
  strict: boolean
}

/** Converts messages to a prompt and warns about parts the agent does not accept. @throws CapabilityError if strict */
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
  const text = transcriptOf(spoken, (part) => files.take(part)) || 'See the attachments.'
  const { attachments, warnings } = files
  if (system === '' || profile === undefined) return { text, attachments, warnings }
  if (context.takesSystem && supportOf(profile, 'session.system-prompt') === 'supported') {
    return { text, system, attachments, warnings }
  }
  warnings.push({
    type: 'compatibility',
    feature: 'system message',
    details: `${context.agent} does not accept a system prompt here, so the prompt begins with it.`,
  })
  return { text: `Instructions for this conversation:\n${system}\n\n${text}`, attachments, warnings }
}

interface FilesContext extends PromptContext {
  /** Whether the text marks where a file belongs, as a conversation of several messages needs. */
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

  /** One warning for all omitted files. */
  get warnings(): ModelWarning[] {
    if (this.#left.length === 0) return []
    const parts = [...new Set(this.#left)].join(', ')
    return [
      {
        type: 'unsupported',
        feature: 'file parts',
        details: `${this.#context.agent} does not accept these parts of the prompt, so they were left out: ${parts}.`,
      },
    ]
  }

  /** The text that marks the file in the prompt. */
  take(part: FilePart): string | undefined {
    const file = readFilePart(part)
    if (file === undefined) return this.#leaveOut(`${part.mediaType} as a URL`, urlError(part))
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
    return kind === 'text' ? inText(file) : this.#leaveOut(`${kind} (${mimeType})`, refusal)
  }

  /** @throws the reason if strict. */
  #leaveOut(what: string, reason: CapstanError): undefined {
    if (this.#context.strict) throw reason
    this.#left.push(what)
  }

  #refusalOf(attachment: Attachment): CapstanError | undefined {
    // promptOf reads the profile whenever there are files.
    const profile = this.#profile as CapabilityProfile
    const part = attachment.kind === 'file' ? 'embedded-context' : attachment.kind
    const [error] = compare(profile, requirementsFor({ prompt: [part] })).results.flatMap(
      (result) => capabilityErrorFor(profile, result) ?? [],
    )
    return error ?? this.#context.refusalOf(attachment)
  }
}

function urlError({ mediaType }: FilePart): ValidationError {
  const message = 'has a URL and no content'
  return new ValidationError(`The ${mediaType} part ${message}`, [{ path: ['prompt'], message }], {
    hint: 'Pass the bytes of the file.',
  })
}

function inText({ name = 'A file', mimeType, data }: PromptFile): string {
  return `${name} (${mimeType}):\n${Buffer.from(data, 'base64').toString('utf8')}`
}
