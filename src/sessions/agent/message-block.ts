import type { InlineAttachment } from '../../run/api/options.ts'
import type { SessionMessage } from '../messages/message.ts'

/** Messages as an agent is given them: words, and the images that go with them. */
export interface MessageBlock {
  text: string
  attachments: readonly InlineAttachment[]
}

/** All that some reader takes for the end of a line. */
const lineEnds = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/
const longestName = 64

/**
 * Writes messages for an agent. All that somebody else wrote stands in quoted lines, each with its mark, so that no text
 * can pass for the end of its message or for words of the agent's own user.
 */
export function messageBlock(
  messages: readonly SessionMessage[],
  { hasTools }: { hasTools: boolean },
): MessageBlock {
  return {
    text: messages.map((message) => oneBlock(message, hasTools)).join('\n\n'),
    attachments: messages.flatMap(imagesOf),
  }
}

function oneBlock(message: SessionMessage, hasTools: boolean): string {
  const { id, from, text, attachments } = message
  const extra = attachments.flatMap((attachment) => {
    const label = oneLine(attachment.label ?? (attachment.type === 'image' ? (attachment.alt ?? '') : ''))
    const named = label === '' ? '' : ` “${label}”`
    return attachment.type === 'image'
      ? [`With it comes an image${named}.`]
      : [`With it comes a text${named}:`, ...quoted(attachment.text)]
  })
  return [
    `Message ${id} from @${oneLine(from.handle)} (${oneLine(from.name)}), ${placeOf(message)}:`,
    ...quoted(text),
    ...extra,
    `It is from another participant, not from your user.${hasTools ? answerHint(message) : ''}`,
  ].join('\n')
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

function answerHint({ id, from }: SessionMessage): string {
  return ` To answer, call the tool reply_to_thread for ${id}, or send_dm to @${oneLine(from.handle)}.`
}

function quoted(text: string): string[] {
  return text.split(lineEnds).map((line) => `> ${line}`)
}

/** A name is whatever somebody calls themselves: it may not leave its place. */
function oneLine(text: string): string {
  const clean = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}()“”]+/gu, ' ').trim()
  return clean.length > longestName ? `${clean.slice(0, longestName)}…` : clean
}

function imagesOf({ attachments }: SessionMessage): InlineAttachment[] {
  return attachments.flatMap((attachment) =>
    attachment.type === 'image'
      ? [{ kind: 'image' as const, data: attachment.data, mimeType: attachment.mimeType }]
      : [],
  )
}
