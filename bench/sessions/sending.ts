import { openSqliteStore } from '../../src/sessions/index.ts'
import { cpuOf, measure, type Table } from '../measure.ts'
import { plainFill, plainMessage, PlainQueue, recipientOf } from './plain-queue.ts'
import { createLab, fill, sampleCount, sessionCount, withFile } from './queue-lab.ts'

/** The cost of sending a message, until the store has saved it. */
export async function benchSending(rounds: number): Promise<Table> {
  const rows = await measure(
    [
      { name: 'plain SQLite', sample: () => withFile(plainSending) },
      { name: 'store.addMessage', sample: () => withFile(storing), budget: { ratio: 3 } },
      { name: 'participant.send', sample: () => withFile(sending), budget: { ratio: 3 } },
    ],
    rounds,
  )
  return { title: `Sending: ${sampleCount} messages to ${sessionCount} sessions`, unit: 'CPU ms', rows }
}

async function plainSending(path: string): Promise<number> {
  const queue = new PlainQueue(path)
  const cpu = await cpuOf(() => plainFill(queue, sampleCount))
  queue.close()
  return cpu
}

async function storing(path: string): Promise<number> {
  const store = openSqliteStore({ path })
  const state = { mode: 'on-idle', reason: 'dm', priority: 'normal', state: 'pending', attempts: 0 } as const
  const times = { createdAt: 1, availableAt: 1, deadline: 1e13 }
  const cpu = await cpuOf(() => {
    for (let index = 0; index < sampleCount; index++) {
      const [id, recipient] = [`m${index}`, recipientOf(index)]
      const place = { kind: 'dm', to: [recipient], conversationId: recipient } as const
      store.addMessage({ id, messageId: id, ...place, ...plainMessage, mentions: [], attachments: [] }, [
        { id: `d${index}`, messageId: id, sender: 'sender', recipient, ...state, ...times },
      ])
    }
  })
  store.close()
  return cpu
}

async function sending(path: string): Promise<number> {
  const lab = createLab(path)
  const cpu = await cpuOf(() => fill(lab, sampleCount))
  await lab.sessions.close()
  return cpu
}
