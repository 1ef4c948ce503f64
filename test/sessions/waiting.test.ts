import { describe, expect, it } from 'vitest'
import type { DeliveryWait, MessageReceipt } from '../../src/sessions/index.ts'
import { sessionReports, sessionReport } from '../../src/sessions/wire/session-report.ts'
import { sessionLab, settle } from '../support/sessions/session-lab.ts'

type Lab = ReturnType<typeof sessionLab>

/** Why the newest message of Ann waits. */
function whyOf(
  { ann }: Lab,
  text: string,
  mode: 'on-idle' | 'manual' | 'next-tool-call' = 'on-idle',
): DeliveryWait {
  const { message } = ann.send({ to: '@bob', text, mode })
  return ann.receipts(message.id)[0]?.waits as DeliveryWait
}

describe('a queued message says why it waits', () => {
  it.each(['offline', 'paused'] as const)('%s: names the session and how to resume it', async (status) => {
    const lab = sessionLab()
    await lab.bob.emit({ type: 'status.changed', status })
    expect(whyOf(lab, 'one')).toEqual({
      deliveryId: expect.stringMatching(/^del_/),
      reason: 'session',
      message: `@bob is ${status}`,
      command: 'capstan session resume @bob',
    })
  })

  it('in doubt: names the delivery that holds it and how to settle it', async () => {
    const lab = sessionLab({ bob: { receive: () => new Promise<MessageReceipt>(() => {}) } })
    const { ann, clock, sessions } = lab
    const first = ann.send({ to: '@bob', text: 'one' }).deliveries[0]?.id ?? ''
    await settle()
    await clock.advance(120_000)
    expect(sessions.deliveries.get(first).state).toBe('in-doubt')
    const command = `capstan session dead --settle ${first} --as delivered`
    expect(whyOf(lab, 'two')).toEqual({
      deliveryId: expect.stringMatching(/^del_/),
      reason: 'in-doubt',
      message: `held by ${first}, which is in doubt`,
      command,
      heldBy: first,
    })
    expect(sessions.deliveries.waiting(first)).toEqual({
      deliveryId: first,
      reason: 'in-doubt',
      message: `${first} is in doubt`,
      command,
    })
    expect(sessionReports(sessions)[0]?.waiting.map(({ message }) => message)).toEqual([
      `${first} is in doubt`,
    ])
    expect(sessionReport(sessions, '@bob').waiting.map(({ message }) => message)).toEqual([
      `${first} is in doubt`,
      `held by ${first}, which is in doubt`,
    ])
  })

  it('names its boundary, the older message before it, and the time of a retry', async () => {
    const lab = sessionLab({
      bob: { receive: () => ({ status: 'failed', reason: 'busy', retryable: true }) },
    })
    const { ann, bob, clock } = lab
    expect(whyOf(lab, 'one', 'manual')).toMatchObject({
      reason: 'boundary',
      message: '@bob is idle and gets it when the session is flushed',
      command: 'capstan session flush @bob',
    })
    await bob.emit({ type: 'status.changed', status: 'active' })
    const first = whyOf(lab, 'two')
    expect(first.message).toBe('@bob is active and gets it when it is idle')
    expect(whyOf(lab, 'three').message).toBe(`queued behind ${first.deliveryId}: ${first.message}`)
    await bob.emit({ type: 'status.changed', status: 'idle' })
    await settle()
    expect(lab.sessions.deliveries.waiting(first.deliveryId)?.message).toBe(
      `@bob gets it at ${new Date(clock.now() + 1000).toISOString()}: busy`,
    )
    expect(
      ann.receipts(ann.send({ to: '@bob', text: 'x', mode: 'next-tool-call' }).message.id)[0]?.waits,
    ).toEqual({
      deliveryId: expect.any(String),
      reason: 'idle',
      message: '@bob is idle and gets it at its next tool call',
      command: 'capstan session ask @bob <prompt>',
    })
    await bob.emit({ type: 'status.changed', status: 'active' })
    expect(whyOf(lab, 'y', 'next-tool-call')).toMatchObject({ reason: 'boundary' })
  })

  it('is undefined for an ended delivery', async () => {
    const { ann, sessions } = sessionLab()
    const { deliveries, message } = ann.send({ to: '@bob', text: 'one' })
    await settle()
    expect(sessions.deliveries.waiting(deliveries[0]?.id ?? '')).toBeUndefined()
    expect(ann.receipts(message.id)[0]).not.toHaveProperty('waits')
  })
})
