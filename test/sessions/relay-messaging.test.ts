import { AgentRelay, DeliveryRunner } from '@agent-relay/sdk'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createRelayMessaging,
  openSqliteStore,
  type RelayMessagingAdapter,
} from '../../src/sessions/index.ts'
import { createSessionsLab, type SessionsLab } from '../support/agent-sessions.ts'

let folder: string
let lab: SessionsLab
let messaging: RelayMessagingAdapter
let relay: AgentRelay
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'capstan-relay-'))
  lab = createSessionsLab({ store: openSqliteStore({ path: join(folder, 'store.db') }) })
  messaging = await createRelayMessaging(lab.sessions)
  relay = new AgentRelay({ messaging, createAgentMessaging: (token) => messaging.forToken(token) })
})
afterEach(async () => {
  await relay.messaging.events.disconnect()
  await lab.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** Records the names of the calls. */
function counted<Group extends object>(group: Group, name: string, called: Set<string>): Group {
  return new Proxy(group, {
    get: (target, call) => {
      const value: unknown = Reflect.get(target, call)
      if (typeof value === 'function') called.add(`${name}.${String(call)}`)
      return value
    },
  })
}

const texts = (all: readonly { text: string }[]): string[] => all.map(({ text }) => text)

describe('an AgentRelay over these sessions', () => {
  it('makes all 18 calls of its messages and threads', async () => {
    await lab.open({}, { name: 'Bob' })
    const ann = await relay.workspace.register('ann')
    await relay.channels.create({ name: 'dev', topic: 'work' })
    for (const name of ['ann', 'bob']) await relay.channels.invite('dev', name)
    const called = new Set<string>()
    const messages = counted(relay.messages, 'messages', called)
    const threads = counted(relay.threads, 'threads', called)
    const messagesOfAnn = counted(ann.messages, 'messages', called)

    const posted = await messages.send({ channel: 'dev', text: 'say hello everyone' })
    const direct = await messages.direct({ to: 'ann', text: 'only you' })
    const dm = await messages.dm({ to: 'ann', text: 'and again' })
    const group = await messages.groupDirect({ participants: ['ann', 'bob'], text: 'say both' })
    const conversation = await messages.createGroupDirect({ participants: ['ann', 'bob'] })
    expect([posted.kind, direct.kind, dm.conversationId, group.conversationId]).toEqual([
      'channel',
      'dm',
      direct.conversationId,
      conversation.id,
    ])
    expect(await messages.get(posted.id)).toMatchObject({
      text: 'say hello everyone',
      from: { name: 'relay' },
    })
    expect(texts(await messages.list('dev'))).toEqual(['say hello everyone'])
    expect(
      texts(await messages.listDirect({ conversationId: direct.conversationId ?? '', limit: 1 })),
    ).toEqual(['and again'])

    await messages.reply({ messageId: posted.id, text: 'first reply' })
    await threads.reply({ messageId: posted.id, text: 'second reply' })
    const thread = await threads.get(posted.id)
    expect([thread.parent.id, texts(thread.replies)]).toEqual([posted.id, ['first reply', 'second reply']])

    expect(await messagesOfAnn.markRead(posted.id)).toMatchObject({ messageId: posted.id, agentName: 'ann' })
    expect((await messages.readers(posted.id)).map(({ agentName }) => agentName)).toEqual(['ann'])
    expect(await messages.readStatus('dev')).toEqual([
      { agentName: 'relay' },
      { agentName: 'ann', lastReadId: posted.id, lastReadAt: expect.any(String) as string },
      { agentName: 'bob' },
    ])

    expect(await messages.react(posted.id, '👍')).toEqual({ emoji: '👍', count: 1, agents: ['relay'] })
    expect(await ann.react({ messageId: posted.id, emoji: '👍' })).toMatchObject({ count: 2 })
    await messages.unreact(posted.id, '👍')
    expect(await messages.reactions(posted.id)).toEqual([{ emoji: '👍', count: 1, agents: ['ann'] }])

    expect(await messages.search('HELLO', { channel: 'dev' })).toEqual([
      {
        id: posted.id,
        channelName: 'dev',
        agentName: 'relay',
        text: 'say hello everyone',
        createdAt: expect.any(String) as string,
        relevanceScore: 1,
      },
    ])
    // Ann sees only her own messages.
    expect(await messagesOfAnn.search('again only', { from: 'relay' })).toMatchObject([
      { text: 'and again', relevanceScore: 0.5 },
      { text: 'only you', relevanceScore: 0.5 },
    ])
    // The session got its messages as prompts.
    await expect.poll(() => lab.arrived().join('\n'), { timeout: 20_000 }).toContain('> say hello everyone')
    const all = [
      'messages.createGroupDirect',
      'messages.direct',
      'messages.dm',
      'messages.get',
      'messages.groupDirect',
      'messages.list',
      'messages.listDirect',
      'messages.markRead',
      'messages.react',
      'messages.reactions',
      'messages.readStatus',
      'messages.readers',
      'messages.reply',
      'messages.search',
      'messages.send',
      'messages.unreact',
      'threads.get',
      'threads.reply',
    ]
    expect([...called].toSorted()).toEqual(all)
    // There are no others: the package adds its own to those of the interface.
    const offered = new Set([
      ...Object.keys({ ...messaging.messages, ...relay.messages }).map((name) => `messages.${name}`),
      ...Object.keys({ ...messaging.threads, ...relay.threads }).map((name) => `threads.${name}`),
    ])
    expect([...offered].toSorted()).toEqual(all)
  })

  it('lists, registers and reconnects agents, and refuses a taken name', async () => {
    await lab.open({}, { name: 'Bob' })
    const ann = await relay.workspace.register({ name: 'ann', persona: 'reviewer' })
    expect((await relay.agents.list()).map(({ name, type, status }) => [name, type, status])).toEqual([
      ['ada', 'human', 'online'],
      ['relay', 'human', 'online'],
      ['bob', 'agent', 'online'],
      ['ann', 'human', 'online'],
    ])
    expect(await ann.agents.me()).toMatchObject({ name: 'ann', persona: 'reviewer' })
    await expect(relay.agents.register({ name: 'bob' })).rejects.toMatchObject({ code: 'HANDLE_TAKEN' })
    const registered = await relay.agents.registerOrRotate?.({ name: 'ann' })
    const again = await relay.workspace.reconnect({ apiToken: registered?.token ?? '' })
    expect((await again.agents.me()).id).toBe(registered?.id)
    expect(() => messaging.forToken('nonsense')).toThrow('Unknown token')
    expect(await relay.agents.update('ann', { persona: 'tester' })).toMatchObject({ persona: 'tester' })
    await relay.agents.delete('bob')
    expect((await relay.agents.presence()).map(({ agentName }) => agentName)).toEqual(['ada', 'relay', 'ann'])
  })

  it('changes, mutes and archives channels', async () => {
    const ann = await relay.workspace.register('ann')
    const { channels } = relay.messaging
    await channels.create({ name: 'dev', topic: 'code', metadata: { team: 1 } })
    await channels.invite('dev', 'ann')
    expect(await channels.update('dev', { topic: 'reviews' })).toMatchObject({
      topic: 'reviews',
      metadata: { team: 1 },
      archived: false,
    })
    expect(await channels.update('#dev', { topic: null, metadata: {} })).not.toHaveProperty('topic')
    const own = messaging.forToken((await relay.agents.registerOrRotate?.({ name: 'ann' }))?.token ?? '')
    await own.channels.mute('dev')
    expect((await channels.members('dev')).map(({ agentName, muted }) => [agentName, muted])).toEqual([
      ['relay', false],
      ['ann', true],
    ])
    await relay.messages.send({ to: '#dev', text: 'unheard' })
    await own.channels.unmute('dev')
    await relay.messages.send({ to: '#dev', text: 'heard' })
    expect(await ann.inbox.get()).toMatchObject({ unreadChannels: [{ channelName: 'dev', unreadCount: 1 }] })
    await channels.archive('dev')
    expect(await channels.list()).toEqual([])
    expect(await channels.list({ includeArchived: true })).toMatchObject([{ name: 'dev', archived: true }])
    await expect(relay.messages.send({ to: '#dev', text: 'late' })).rejects.toMatchObject({
      code: 'UNKNOWN_RECIPIENT',
    })
    await expect(own.channels.mute('nowhere')).rejects.toMatchObject({ code: 'UNKNOWN_RECIPIENT' })
    await own.channels.leave('dev')
    await expect(own.channels.mute('dev')).rejects.toMatchObject({ code: 'NOT_A_MEMBER' })
  })

  it('reads the inbox and follows it', async () => {
    const ann = await relay.workspace.register('ann')
    await relay.channels.create({ name: 'dev' })
    await relay.channels.invite('dev', 'ann')
    const { id } = await relay.messages.dm({ to: 'ann', text: 'one' })
    await relay.messages.send({ to: '#dev', text: 'two', mentions: ['ann'] })
    expect(await ann.inbox.get()).toMatchObject({
      unreadChannels: [{ channelName: 'dev', unreadCount: 1 }],
      mentions: [{ text: '@ann two' }],
      unreadDms: [{ from: 'relay', unreadCount: 1, lastMessage: { text: 'one' } }],
    })
    const { items } = await ann.inbox.list({ limit: 1 })
    expect(items).toMatchObject([{ state: 'delivered', message: { text: 'one' } }])
    expect(await ann.inbox.ack({ inboxItemId: items[0]?.id ?? '', state: 'read' })).toMatchObject({
      supported: true,
      messageId: id,
      state: 'read',
    })
    expect(await ann.inbox.defer({ inboxItemId: items[0]?.id ?? '', availableAt: '' })).toMatchObject({
      supported: false,
      action: 'defer',
    })
    const stop = new AbortController()
    const seen: string[] = []
    const follow = (async () => {
      for await (const { message } of ann.inbox.subscribe({ signal: stop.signal })) seen.push(message.text)
    })()
    await expect.poll(() => seen).toEqual(['@ann two'])
    await relay.messages.dm({ to: 'ann', text: 'three' })
    await expect.poll(() => seen).toEqual(['@ann two', 'three'])
    stop.abort()
    await follow
  })

  it('reports messages, reactions and presence to listeners', async () => {
    const ann = await relay.workspace.register('ann')
    await relay.channels.create({ name: 'dev' })
    await relay.channels.invite('dev', 'ann')
    const seen: string[] = []
    relay.addListener('*', (event) => void seen.push((event as { type: string }).type))
    relay.messaging.events.on('any', ({ type }) => void seen.push(`raw ${type}`))
    const { id } = await ann.messages.send({ to: '#dev', text: 'hello' })
    await ann.messages.dm({ to: 'relay', text: 'hello' })
    await ann.reply({ messageId: id, text: 'again' })
    await ann.react({ messageId: id, emoji: 'ok' })
    await lab.open({}, { name: 'Bob' })
    expect(seen.filter((type) => type.startsWith('raw'))).toEqual([
      'raw messageCreated',
      'raw dmReceived',
      'raw threadReply',
      'raw reactionAdded',
      'raw agentOnline',
    ])
    expect(seen).toEqual(
      expect.arrayContaining(['message.created', 'dm.received', 'thread.reply', 'message.reacted']),
    )
  })

  it('delivers to a session with the published DeliveryRunner', async () => {
    const ann = await relay.workspace.register('ann')
    await relay.messages.dm({ to: 'ann', text: 'for the runner' })
    const received: string[] = []
    const own = messaging.forToken((await relay.agents.registerOrRotate?.({ name: 'ann' }))?.token ?? '')
    const runner = new DeliveryRunner({
      messaging: own,
      agentName: ann.name,
      delivery: {
        receiveMessage: async (message: { text: string }, { id }: { id: string }) => {
          received.push(message.text)
          return { status: 'delivered' as const, deliveryId: id }
        },
      } as never,
    })
    void runner.start()
    await expect.poll(() => received).toEqual(['for the runner'])
    runner.stop()
    // The runner stops with the next message.
    await relay.messages.dm({ to: 'ann', text: 'last' })
  })

  it('refuses what these sessions do not have', async () => {
    await expect(relay.webhooks.list()).rejects.toMatchObject({ code: 'RELAY_UNSUPPORTED' })
    await expect(relay.triggers.list()).rejects.toMatchObject({ code: 'RELAY_UNSUPPORTED' })
    const link = { type: 'link' as const, url: 'https://example.com' }
    await relay.workspace.register('ann')
    await expect(
      relay.messages.direct({ to: 'ann', text: 'see', attachments: [link] }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    await expect(relay.messages.react('msg_none', 'ok')).rejects.toMatchObject({ code: 'UNKNOWN_MESSAGE' })
    await expect(relay.messages.direct({ to: 'nobody', text: 'x' })).rejects.toMatchObject({
      code: 'UNKNOWN_SESSION',
    })
    expect(await relay.workspace.info()).toEqual({ name: 'capstan' })
  })
})
