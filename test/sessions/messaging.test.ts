import { describe, expect, it } from 'vitest'
import { toRelayCapabilityError } from '../../src/capabilities/ecosystems/relay/index.ts'
import type { CapabilityError } from '../../src/capabilities/index.ts'
import { createMemoryStore, createSessions, type SendOptions } from '../../src/sessions/index.ts'
import { ableCapabilities, fakeSession, minimumCapabilities } from '../support/sessions/fake-session.ts'
import { failureOf, sessionLab, settle } from '../support/sessions/session-lab.ts'

const image = { type: 'image', mimeType: 'image/png', data: 'AAAA' } as const

describe('a message', () => {
  it('is stored with a delivery for each recipient', () => {
    const { ann, sessions } = sessionLab()
    const eve = sessions.register(fakeSession({ handle: 'eve' }))
    const { message, deliveries, duplicate } = ann.send({
      to: ['@bob', '@eve', '@Bob'],
      text: 'for you, @eve. And mail@bob is none',
      attachments: [{ type: 'text', text: 'more', label: 'x' }, image],
      mode: 'immediate',
      metadata: { a: [1] },
    })
    const ids = ['per_ann', 'ses_bob', 'ses_eve']
    expect({ message, duplicate }).toEqual({
      message: {
        id: message.id,
        messageId: message.id,
        kind: 'group_dm',
        text: 'for you, @eve. And mail@bob is none',
        from: { id: 'per_ann', name: 'Ann', handle: 'ann' },
        to: ['ses_bob', 'ses_eve'],
        conversationId: `group:${ids.join(',')}`,
        mentions: ['ses_eve'],
        attachments: [{ type: 'text', text: 'more', label: 'x' }, image],
        createdAt: '1970-01-01T00:16:40.000Z',
        metadata: { a: [1] },
      },
      duplicate: false,
    })
    expect(deliveries).toEqual(
      ['ses_bob', 'ses_eve'].map((recipient, index) => ({
        id: deliveries[index]?.id,
        messageId: message.id,
        sender: 'per_ann',
        recipient,
        mode: 'immediate',
        reason: 'dm',
        priority: 'normal',
        sequence: 1,
        state: 'pending',
        attempts: 0,
        createdAt: 1_000_000,
        availableAt: 1_000_000,
        deadline: 4_600_000,
      })),
    )
    expect(eve.inbox()).toEqual([{ message, delivery: deliveries[1] }])
  })

  it('to a person is delivered when stored, and unread until marked', () => {
    const { ann, managed, sessions, eventsOf } = sessionLab()
    const { message, deliveries } = managed.send({ to: 'per_ann', text: 'done' })
    const [delivery] = deliveries
    expect(delivery).toMatchObject({ state: 'delivered', reason: 'dm', sequence: 1 })
    expect(managed.receipts(message.id)).toEqual([
      {
        delivery,
        receipts: [{ deliveryId: delivery?.id, attempt: 0, at: 1_000_000, status: 'delivered' }],
      },
    ])
    expect(ann.inbox({ unread: true }).map((item) => item.message.text)).toEqual(['done'])
    expect(ann.markRead()).toBe(1)
    expect(ann.markRead([message.id, message.id])).toBe(0)
    expect(ann.inbox({ unread: true })).toEqual([])
    expect(ann.inbox({ afterSequence: 1 })).toEqual([])
    expect(ann.inbox({ limit: 1 })[0]?.delivery.readAt).toBe(1_000_000)
    expect(eventsOf('@ann')).toEqual([
      { type: 'delivery.delivered', deliveryId: delivery?.id, messageId: message.id },
      { type: 'message.received', deliveryId: delivery?.id, messageId: message.id },
    ])
    expect(eventsOf('@bob').at(-1)).toEqual({ type: 'message.sent', messageId: message.id })
    expect(sessions.find('@ann')?.inbox()).toHaveLength(1)
  })

  it('in a channel goes to its members, with mentions', () => {
    const { ann, sessions } = sessionLab()
    sessions.register(fakeSession({ handle: 'eve' }))
    sessions.channels.create('#Dev', { topic: 'work', members: ['@ann', '@bob', 'ses_eve'] })
    const { message, deliveries } = ann.send({ to: '#dev', text: 'look, @bob', mentions: ['eve'] })
    expect(message).toMatchObject({
      kind: 'channel',
      channel: { name: 'dev' },
      conversationId: 'channel:dev',
      mentions: ['ses_bob', 'ses_eve'],
    })
    expect(deliveries.map(({ recipient, reason }) => [recipient, reason])).toEqual([
      ['ses_bob', 'mention'],
      ['ses_eve', 'mention'],
    ])
    expect(ann.send({ to: '#dev', text: 'all' }).deliveries.map(({ reason }) => reason)).toEqual([
      'message',
      'message',
    ])
    sessions.channels.leave('dev', '@eve')
    sessions.channels.leave('#dev', '@ann')
    expect(sessions.channels.list()).toEqual([
      { name: 'dev', topic: 'work', members: ['ses_bob'], createdAt: 1_000_000 },
    ])
    expect(failureOf(() => ann.send({ to: '#dev', text: 'x' }))).toMatchObject({ code: 'NOT_A_MEMBER' })
    sessions.channels.join('dev', '@ann')
    expect(ann.send({ to: '#dev', text: 'x' }).deliveries).toHaveLength(1)
    expect(failureOf(() => sessions.channels.create('dev'))).toMatchObject({ code: 'CHANNEL_EXISTS' })
    expect(failureOf(() => sessions.channels.create('a b'))).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(failureOf(() => sessions.channels.join('dev', '@nobody'))).toMatchObject({
      code: 'UNKNOWN_SESSION',
    })
    expect(failureOf(() => ann.send({ to: '#dew', text: 'x' }))).toEqual({
      name: 'CapstanError',
      code: 'UNKNOWN_RECIPIENT',
      message: 'Unknown channel #dew',
      hint: 'Did you mean #dev?',
    })
  })

  it('is answered in its thread, to everyone in the thread', () => {
    const { ann, managed, sessions } = sessionLab()
    const eve = sessions.register(fakeSession({ handle: 'eve' }))
    const mallory = sessions.join({ name: 'Mallory' })
    const root = ann.send({ to: ['@bob', '@eve'], text: 'question' }).message
    const first = managed.reply(root.id, { text: 'answer' })
    expect(first.message).toMatchObject({
      kind: 'thread_reply',
      to: ['per_ann', 'ses_eve'],
      threadId: root.id,
      parentId: root.id,
      conversationId: root.conversationId,
    })
    const second = eve.reply(first.message.id, { text: 'no' })
    expect(second.message).toMatchObject({ threadId: root.id, parentId: first.message.id })
    expect(second.deliveries.map(({ recipient, reason }) => [recipient, reason])).toEqual([
      ['per_ann', 'thread-reply'],
      ['ses_bob', 'thread-reply'],
    ])
    expect(ann.thread(second.message.id).map(({ text }) => text)).toEqual(['question', 'answer', 'no'])
    for (const work of [
      () => mallory.thread(root.id),
      () => mallory.reply(root.id, { text: 'me too' }),
      () => mallory.receipts(root.id),
      () => mallory.markRead([root.id]),
    ]) {
      expect(failureOf(work)).toEqual({
        name: 'CapstanError',
        code: 'UNKNOWN_MESSAGE',
        message: `Unknown message "${root.id}"`,
        hint: 'Use the `id` of a message that this participant sent or received.',
        commandHint: 'Run capstan session inbox --all to list messages and their ids.',
      })
    }
    expect(eve.receipts(root.id).map(({ delivery }) => delivery.recipient)).toEqual(['ses_eve'])
  })

  it('is sent once per idempotency key', async () => {
    const { ann, sessions, texts } = sessionLab()
    const options: SendOptions = { to: '@bob', text: 'once', idempotencyKey: 'k', metadata: { a: 1, b: 2 } }
    const first = ann.send(options)
    await settle()
    const again = ann.send({ ...options, metadata: { b: 2, a: 1 } })
    expect(again).toEqual({
      message: first.message,
      deliveries: [{ ...first.deliveries[0], state: 'delivered', attempts: 1 }],
      duplicate: true,
    })
    expect(texts()).toEqual(['once'])
    expect(failureOf(() => ann.send({ ...options, text: 'twice' }))).toEqual({
      name: 'CapstanError',
      code: 'IDEMPOTENCY_CONFLICT',
      message: 'The idempotency key "k" was already used for another message',
      hint: `Use another key; this one belongs to message ${first.message.id}.`,
    })
    const other = sessions.join({ name: 'Other' })
    expect(other.send(options).duplicate).toBe(false)
  })
})

describe('an invalid message is rejected and not stored', () => {
  const store = createMemoryStore()
  const { ann, sessions } = sessionLab({ store, policy: { maxQueued: 2, maxMessageBytes: 1000 } })
  sessions.register(fakeSession({ handle: 'min', capabilities: minimumCapabilities }), { status: 'starting' })
  const sent = store.deliveries().length

  const wrong = (path: readonly (string | number)[], message: string) => ({
    code: 'VALIDATION_ERROR',
    message: `Cannot send the message: ${path.join('.')} ${message}`,
    issues: [{ path, message }],
  })
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['empty text', { text: ' \n' }, wrong(['text'], 'must be non-empty text')],
    ['no text', { text: 5 }, wrong(['text'], 'must be non-empty text')],
    [
      'an unknown mode',
      { mode: 'soon' },
      wrong(['mode'], 'must be one of immediate, next-message, next-tool-call, on-idle, manual'),
    ],
    ['an unknown priority', { priority: 'high' }, wrong(['priority'], 'must be normal or urgent')],
    [
      'an empty key',
      { idempotencyKey: '' },
      wrong(['idempotencyKey'], 'must be text of 1 to 200 characters'),
    ],
    ['mentions that are not a list', { mentions: 'bob' }, wrong(['mentions'], 'must be a list of handles')],
    [
      'metadata that JSON cannot hold',
      { metadata: { n: 1n } },
      wrong(['metadata'], 'must be an object of JSON data'),
    ],
    ['attachments that are not a list', { attachments: {} }, wrong(['attachments'], 'must be a list')],
    [
      'an attachment of another type',
      { attachments: [{ type: 'pdf' }] },
      wrong(['attachments', 0, 'type'], 'must be text or image, not "pdf"'),
    ],
    [
      'an image that is not base64',
      { attachments: [{ ...image, data: '?' }] },
      wrong(['attachments', 0, 'data'], 'must be base64'),
    ],
    [
      'an invalid deadline',
      { deadline: 'tomorrow' },
      wrong(['deadline'], 'must be a date or an ISO 8601 time'),
    ],
    [
      'a deadline in the past',
      { deadline: new Date(1_000_000) },
      wrong(['deadline'], 'is in the past: 1970-01-01T00:16:40.000Z'),
    ],
    [
      'too many bytes',
      { text: 'x'.repeat(1001) },
      { code: 'MESSAGE_TOO_LARGE', message: 'The message has 1001 bytes; the limit is 1000' },
    ],
    [
      'an unknown recipient',
      { to: '@bop' },
      { code: 'UNKNOWN_RECIPIENT', message: 'Unknown participant "@bop"', hint: 'Did you mean @bob?' },
    ],
    ['a bare handle', { to: 'bob' }, { code: 'UNKNOWN_RECIPIENT', hint: 'Did you mean @bob?' }],
    ['an unknown recipient among others', { to: ['@bob', '@x'] }, { code: 'UNKNOWN_RECIPIENT' }],
    ['only the sender', { to: '@ann' }, { code: 'NO_RECIPIENT' }],
    ['no recipients', { to: [] }, { code: 'NO_RECIPIENT' }],
    ['an invalid address', { to: 5 }, { code: 'VALIDATION_ERROR' }],
    ['an unknown mention', { mentions: ['nobody'] }, { code: 'UNKNOWN_RECIPIENT' }],
    ['the reserved handle', { to: '@capstan' }, { code: 'UNKNOWN_RECIPIENT' }],
  ])('%s', (_, options, failure) => {
    expect(failureOf(() => ann.send({ to: '@bob', text: 'x', ...options }))).toMatchObject(failure)
    expect(store.deliveries()).toHaveLength(sent)
  })

  it('50 MB', () => {
    const lab = sessionLab()
    const started = { ...image, data: 'A'.repeat(50 * 1024 * 1024) }
    expect(failureOf(() => lab.ann.send({ to: '@bob', text: 'x', attachments: [started] }))).toEqual({
      name: 'CapstanError',
      code: 'MESSAGE_TOO_LARGE',
      message: 'The message has 52428801 bytes; the limit is 8388608',
      hint: 'Put the content into a file and send its path, or raise `maxMessageBytes`.',
      commandHint: 'Put the content into a file and send its path.',
    })
  })

  it('to a full mailbox', () => {
    ann.send({ to: '@min', text: 'one', mode: 'immediate' })
    ann.send({ to: '@min', text: 'two', mode: 'immediate' })
    expect(failureOf(() => ann.send({ to: ['@bob', '@min'], text: 'x', mode: 'immediate' }))).toEqual({
      name: 'CapstanError',
      code: 'MAILBOX_FULL',
      message: '@min already has 2 queued messages',
      hint: 'Try again when some of them are delivered, or raise `maxQueued`.',
      commandHint: 'Try again when some of them are delivered.',
    })
    expect(store.deliveries()).toHaveLength(sent + 2)
  })
})

describe('an unsupported message', () => {
  const refused = (work: () => unknown): unknown => {
    try {
      work()
    } catch (error) {
      return toRelayCapabilityError(error as CapabilityError)
    }
    return undefined
  }

  it('is rejected as a whole, with the supported choices', () => {
    const { ann, sessions, managed } = sessionLab()
    const min = sessions.register(fakeSession({ handle: 'min', capabilities: minimumCapabilities }))
    expect(refused(() => ann.send({ to: ['@bob', '@min'], text: 'x' }))).toEqual({
      name: 'RelayCapabilityError',
      code: 'capability_unsupported',
      capability: 'delivery.modes.on-idle',
      session: 'ses_min',
      requested: 'on-idle',
      supported: ['immediate'],
      message: "'ses_min' does not support delivery.on-idle",
      retryable: false,
    })
    expect(
      refused(() => ann.send({ to: '@min', text: 'x', mode: 'immediate', attachments: [image] })),
    ).toMatchObject({ capability: 'messaging.attachments.image', requested: ['image'], supported: [] })
    expect(
      refused(() =>
        ann.send({ to: '@min', text: 'x', mode: 'immediate', attachments: [{ type: 'text', text: 'y' }] }),
      ),
    ).toMatchObject({ capability: 'messaging.attachments.text' })
    expect(refused(() => min.send({ to: '@bob', text: 'x' }))).toMatchObject({ capability: 'messaging.send' })
    expect(sessions.deliveries.list()).toEqual([])
    expect(managed.send({ to: '@min', text: 'x', mode: 'immediate' }).deliveries).toHaveLength(1)
  })

  it('is rejected also for an offline session', async () => {
    const store = createMemoryStore()
    const before = sessionLab({
      store,
      bob: { capabilities: { ...ableCapabilities, delivery: { modes: ['immediate'] } } },
    })
    await before.sessions.close()
    const sessions = createSessions({ store, clock: before.clock })
    const ann = sessions.join({ name: 'Ann', id: 'per_ann' })
    expect(sessions.list()).toEqual([])
    expect(sessions.records().map(({ identity, status }) => [identity.handle, status])).toEqual([
      ['ann', undefined],
      ['bob', 'offline'],
    ])
    expect(() => sessions.get('@bob')).toThrow('@bob is not running')
    expect(sessions.find('@bob')).toBeUndefined()
    expect(refused(() => ann.send({ to: '@bob', text: 'x' }))).toMatchObject({ supported: ['immediate'] })
    ann.send({ to: '@bob', text: 'waits', mode: 'immediate' })
    const bob = fakeSession({ handle: 'bob' })
    sessions.register(bob)
    await settle()
    expect(bob.received.map(({ text }) => text)).toEqual(['waits'])
    await sessions.close()
  })
})
