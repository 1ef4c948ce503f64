import { CapabilityError } from '../../capabilities/capability-error.ts'
import type { CapabilityProfile } from '../../capabilities/profile.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import { type Destination, mentionedIn, noRecipient, resolveAddress } from './addressing.ts'
import { answerDelivery, type AnswerOutcome, noteReply } from './answers.ts'
import { type CheckedMessage, checkMessage, deadlineOf } from '../check/check-message.ts'
import type { DeliveryScheduler } from '../delivery-scheduler.ts'
import type { Delivery } from '../delivery.ts'
import { type Directory, systemIdentity } from '../directory.ts'
import type { SessionsContext } from '../context.ts'
import { deliveryDraft } from './delivery-draft.ts'
import { digestOf } from './message-digest.ts'
import type { SessionMessage } from './message.ts'
import { capabilityRefusal, refusalOf } from '../negotiation.ts'
import type { ReplyOptions, SendOptions, SendResult } from '../participant.ts'

export interface MessagingOptions {
  context: SessionsContext
  directory: Directory
  scheduler: DeliveryScheduler
  /** The current profile of a session; undefined if unknown. */
  profileOf: (id: string) => CapabilityProfile | undefined
}

/** The thread that a message belongs to. */
interface Thread {
  threadId: string
  parentId: string
}

/** Sends messages: validates everything first, then stores the message and its deliveries in one transaction. */
export class Messaging {
  readonly #options: MessagingOptions

  constructor(options: MessagingOptions) {
    this.#options = options
  }

  send(sender: string, options: SendOptions): SendResult {
    const message = checkMessage(options, this.#options.context.policy)
    return this.#sendOnce(sender, message, {
      digest: () => digestOf(message, options.to),
      destination: () => resolveAddress(options.to, { ...this.#options, sender }),
    })
  }

  reply(sender: string, messageId: string, options: ReplyOptions): SendResult {
    const message = checkMessage(options, this.#options.context.policy)
    const parent = this.visible(sender, messageId)
    const thread = { threadId: parent.threadId ?? parent.id, parentId: parent.id }
    return this.#sendOnce(sender, message, {
      digest: () => digestOf(message, messageId),
      destination: () => this.#threadDestination(sender, parent),
      thread,
    })
  }

  /** Answers a message on behalf of its recipient when the turn that had it is over. */
  answer(deliveryId: string, outcome: AnswerOutcome): void {
    const { context } = this.#options
    const send = (recipient: string, message: SessionMessage, text: string): void => {
      const { id, threadId = id, from, conversationId, channel } = message
      const place = { conversationId, ...(channel === undefined ? {} : { channel }) }
      this.#sendNew(recipient, checkMessage({ text }, context.policy), {
        digest: () => '',
        // Only to the sender: in a channel each answer would start turns of all the others.
        destination: { kind: 'thread_reply', recipients: [from.id], ...place },
        thread: { threadId, parentId: id },
      })
    }
    answerDelivery({ context, deliveryId, outcome, send })
  }

  /**
   * A message that the participant sent or received.
   * @throws CapstanError `UNKNOWN_MESSAGE`, also for messages of others.
   */
  visible(participant: string, messageId: string): SessionMessage {
    const message = this.#options.context.store.message(messageId)
    if (message !== undefined && this.isVisible(participant, message)) return message
    throw new CapstanError('UNKNOWN_MESSAGE', `Unknown message ${JSON.stringify(messageId)}`, {
      hint: 'Use the `id` of a message that this participant sent or received.',
      commandHint: 'Run capstan session inbox --all to list messages and their ids.',
    })
  }

  /** The messages of a thread that the participant sent or received. */
  thread(participant: string, messageId: string): SessionMessage[] {
    const { store } = this.#options.context
    const message = this.visible(participant, messageId)
    const threadId = message.threadId ?? message.id
    const root = store.message(threadId)
    const all = [...(root === undefined ? [] : [root]), ...store.messages({ threadId })]
    return all.filter((each) => this.isVisible(participant, each))
  }

  #sendOnce(
    sender: string,
    message: CheckedMessage,
    {
      digest,
      destination,
      thread,
    }: { digest: () => string; destination: () => Destination; thread?: Thread },
  ): SendResult {
    const { store, requireOpen } = this.#options.context
    requireOpen()
    const { idempotencyKey: key } = message
    const earlier = key === undefined ? undefined : store.idempotency(sender, key)
    if (earlier === undefined)
      return this.#sendNew(sender, message, { digest, destination: destination(), thread })
    const sent = store.message(earlier.messageId)
    if (earlier.digest !== digest() || sent === undefined) {
      throw new CapstanError(
        'IDEMPOTENCY_CONFLICT',
        `The idempotency key ${JSON.stringify(key)} was already used for another message`,
        { hint: `Use another key; this one belongs to message ${earlier.messageId}.` },
      )
    }
    return { message: sent, deliveries: store.deliveries({ messageId: sent.id }), duplicate: true }
  }

  #sendNew(
    sender: string,
    checked: CheckedMessage,
    {
      digest,
      destination,
      thread,
    }: { digest: () => string; destination: Destination; thread: Thread | undefined },
  ): SendResult {
    const { context, directory, scheduler } = this.#options
    const now = context.clock.now()
    const deadline = deadlineOf(checked.deadline, { now, policy: context.policy })
    this.#requireSender(sender)
    const undeliverable = this.#undeliverable(destination)
    for (const recipient of destination.recipients)
      if (!undeliverable.has(recipient)) this.#requireAble(recipient, checked)
    const mentions = mentionedIn(checked.text, directory, checked.mentions)
    const message = this.#compose(sender, checked, { ...destination, mentions, now, ...thread })
    const mentioned = new Set(mentions)
    const drafts = destination.recipients.map((recipient) =>
      deliveryDraft({
        id: context.createId('del'),
        recipient,
        isPerson: directory.record(recipient)?.kind === 'person',
        isMentioned: mentioned.has(recipient),
        fault: undeliverable.get(recipient),
        message,
        checked,
        now,
        deadline,
      }),
    )
    const { idempotencyKey: key } = checked
    const idempotency =
      key === undefined ? undefined : { sender, key, digest: digest(), messageId: message.id }
    const deliveries = context.log.transaction(() => {
      const stored = context.store.addMessage(message, drafts, idempotency)
      if (thread !== undefined)
        noteReply(context, { threadId: thread.threadId, reply: message.id, by: sender })
      context.log.append(sender, { type: 'message.sent', messageId: message.id })
      return stored.map((delivery) => {
        const detail = undeliverable.get(delivery.recipient)
        if (detail !== undefined) return scheduler.refused(delivery, detail)
        return delivery.state === 'delivered' ? this.#inInbox(delivery) : delivery
      })
    })
    scheduler.sent(deliveries)
    return { message, deliveries, duplicate: false }
  }

  /** A message to a person is delivered when it is stored. */
  #inInbox(delivery: Delivery): Delivery {
    const { context } = this.#options
    const { id, recipient, messageId } = delivery
    const receipt = { deliveryId: id, attempt: 0, at: context.clock.now(), status: 'delivered' as const }
    const changed = context.store.updateDelivery(id, {}, receipt)
    context.log.append(recipient, { type: 'delivery.delivered', deliveryId: id, messageId })
    context.log.append(recipient, { type: 'message.received', deliveryId: id, messageId })
    return changed
  }

  #compose(
    sender: string,
    { text, attachments, wantsAnswer, metadata }: CheckedMessage,
    rest: Destination & Partial<Thread> & { mentions: string[]; now: number },
  ): SessionMessage {
    const id = this.#options.context.createId('msg')
    const { identity } = this.#options.directory.record(sender) ?? { identity: systemIdentity }
    const { kind, channel, recipients, conversationId, threadId, parentId, mentions, now } = rest
    return {
      id,
      messageId: id,
      kind,
      text,
      from: { id: identity.id, name: identity.name, handle: identity.handle },
      ...(channel === undefined ? {} : { channel }),
      to: channel === undefined ? recipients : [],
      conversationId,
      ...(threadId === undefined ? {} : { threadId }),
      ...(parentId === undefined ? {} : { parentId }),
      mentions,
      attachments,
      ...(wantsAnswer === undefined ? {} : { wantsAnswer }),
      createdAt: new Date(now).toISOString(),
      ...(metadata === undefined ? {} : { metadata }),
    }
  }

  /** Everyone in the thread except the sender and released sessions. */
  #threadDestination(sender: string, parent: SessionMessage): Destination {
    const { directory } = this.#options
    const messages = this.thread(sender, parent.id)
    const people = new Set(messages.flatMap((each) => [each.from.id, ...this.#recipientsOf(each)]))
    const recipients = [...people].filter((id) => {
      const record = directory.record(id)
      return id !== sender && record !== undefined && record.status !== 'released'
    })
    if (recipients.length === 0) throw noRecipient()
    const { channel, conversationId } = parent
    return { kind: 'thread_reply', ...(channel === undefined ? {} : { channel }), recipients, conversationId }
  }

  /** Whether the participant sent or received the message. */
  isVisible(participant: string, message: SessionMessage): boolean {
    const { id, from, to, channel } = message
    if (from.id === participant || to.includes(participant)) return true
    if (channel === undefined) return false
    const { store } = this.#options.context
    return store.deliveries({ messageId: id, recipient: participant, limit: 1 }).length > 0
  }

  #recipientsOf({ id, to, channel }: SessionMessage): readonly string[] {
    if (channel === undefined || to.length > 0) return to
    return this.#options.context.store.deliveries({ messageId: id }).map(({ recipient }) => recipient)
  }

  #requireSender(sender: string): void {
    if (this.#options.directory.record(sender)?.kind !== 'session') return
    const profile = this.#options.profileOf(sender)
    const refusal = profile === undefined ? undefined : refusalOf(profile, { messaging: 'send' })
    if (refusal !== undefined) throw refusal
  }

  /** The failed members of a channel or a thread, with the reason: one of them must not block the others. */
  #undeliverable({ kind, recipients }: Destination): ReadonlyMap<string, string> {
    if (kind === 'dm' || kind === 'group_dm') return new Map()
    const records = recipients.map((id) => this.#options.directory.record(id))
    const failed = records.filter((record) => record?.status === 'failed')
    return new Map(failed.map((record) => [record?.identity.id ?? '', hasFailed(record?.identity.handle)]))
  }

  /**
   * @throws CapabilityError if the recipient cannot take the message, CapstanError `SESSION_FAILED` if it has failed,
   * `MAILBOX_FULL` if its queue is full.
   */
  #requireAble(recipient: string, { mode, attachments }: CheckedMessage): void {
    const { directory, scheduler, context, profileOf } = this.#options
    const record = directory.record(recipient)
    if (record?.kind !== 'session') return
    const { handle } = record.identity
    if (record.status === 'failed') {
      throw new CapstanError('SESSION_FAILED', hasFailed(handle), {
        hint: 'Resume it or register it again, or release it.',
        commandHint: `Run capstan session resume @${handle}, or capstan session release @${handle}.`,
      })
    }
    const profile = profileOf(recipient)
    if (profile === undefined) {
      throw new CapabilityError('messaging.receive', { agent: recipient, support: 'unknown' })
    }
    const refusal = capabilityRefusal(profile, { mode, attachments })
    if (refusal !== undefined) throw refusal
    if (scheduler.queued(recipient) < context.policy.maxQueued) return
    throw new CapstanError(
      'MAILBOX_FULL',
      `@${handle} already has ${context.policy.maxQueued} queued messages`,
      {
        hint: 'Try again when some of them are delivered, or raise `maxQueued`.',
        commandHint: 'Try again when some of them are delivered.',
      },
    )
  }
}

function hasFailed(handle: string | undefined): string {
  return `@${handle} has failed`
}
