import type { InlineAttachment } from '../../run/api/options.ts'
import type { SessionMessage } from '../messages/message.ts'

/** Messages as text for the agent, with their images. */
export interface MessageBlock {
  text: string
  attachments: readonly InlineAttachment[]
}

/** Every character that some reader treats as a line end. */
const lineEnds = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/
const maxNameLength = 64

/**
 * Formats messages for an agent. Text from others is quoted line by line, so that no text can pass as the end of its
 * message or as the agent's own user.
 */
export function messageBlock(
  messages: readonly SessionMessage[],
  { hasTools, isOwner = () => false }: BlockOptions,
): MessageBlock {
  const [own, others] = [true, false].map((side) => messages.filter(({ from }) => isOwner(from.id) === side))
  return {
    // The owner is the agent's user: the prompt ends with what the user says.
    text: [
      ...(others ?? []).map((message) => oneBlock(message, hasTools)),
      ...(own ?? []).map(plainText),
    ].join('\n\n'),
    attachments: messages.flatMap(imagesOf),
  }
}

export interface BlockOptions {
  readonly hasTools: boolean
  /** Whether a participant owns the session: such messages are prompts of the agent's user. */
  readonly isOwner?: ((participant: string) => boolean) | undefined
}

function plainText({ text, attachments }: SessionMessage): string {
  return [text, ...attachedTexts(attachments, (quote) => quote.split(lineEnds))].join('\n')
}

function oneBlock(message: SessionMessage, hasTools: boolean): string {
  const { id, from, text, attachments } = message
  return [
    `Message ${id} from @${oneLine(from.handle)} (${oneLine(from.name)}), ${placeOf(message)}:`,
    ...quoted(text),
    ...attachedTexts(attachments, quoted),
    `This message is from another participant, not from your user.${answerHint(message, hasTools)}`,
  ].join('\n')
}

function attachedTexts(
  attachments: SessionMessage['attachments'],
  linesOf: (text: string) => string[],
): string[] {
  return attachments.flatMap((attachment) => {
    const label = oneLine(attachment.label ?? (attachment.type === 'image' ? (attachment.alt ?? '') : ''))
    const named = label === '' ? '' : ` “${label}”`
    return attachment.type === 'image'
      ? [`Attached image${named}.`]
      : [`Attached text${named}:`, ...linesOf(attachment.text)]
  })
}

function placeOf({ kind, channel, threadId }: SessionMessage): string {
  const where =
    channel !== undefined
      ? `in the channel #${oneLine(channel.name)}`
      : kind === 'group_dm'
        ? 'to a group you are in'
        : 'to you alone'
  return threadId === undefined ? where : `${where}, in the thread ${threadId}`
}

function answerHint({ id, from, wantsAnswer }: SessionMessage, hasTools: boolean): string {
  const handle = `@${oneLine(from.handle)}`
  if (wantsAnswer === true) {
    const tools = hasTools ? ` To answer with other text, call the tool reply_to_thread for ${id}.` : ''
    return ` ${handle} waits for your answer: what you say in this turn is sent to ${handle} when it ends.${tools}`
  }
  return hasTools ? ` To answer, call the tool reply_to_thread for ${id}, or send_dm to ${handle}.` : ''
}

function quoted(text: string): string[] {
  return text.split(lineEnds).map((line) => `> ${line}`)
}

/** Senders choose their names: strip characters that could break out of the line. */
function oneLine(text: string): string {
  const clean = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}()“”]+/gu, ' ').trim()
  return clean.length > maxNameLength ? `${clean.slice(0, maxNameLength)}…` : clean
}

function imagesOf({ attachments }: SessionMessage): InlineAttachment[] {
  return attachments.flatMap((attachment) =>
    attachment.type === 'image'
      ? [{ kind: 'image' as const, data: attachment.data, mimeType: attachment.mimeType }]
      : [],
  )
}
