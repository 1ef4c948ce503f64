import {
  createSessions,
  openSqliteStore,
  serveSessions,
  connectSessions,
  createTokens,
  type Sessions,
} from '../../src/sessions/index.ts'
import { cpuOf, measure, type Table } from '../measure.ts'
import { benchSession, withFile } from './queue-lab.ts'
import { dirname, join } from 'node:path'

/** The sessions of a large installation. */
const crowd = 10_000

/** One message to a channel until all members have it, and the list of all sessions, as a client sees it. */
export function benchCrowd(rounds: number): Promise<Table> {
  return withFile(async (path) => {
    let given = 0
    let done = Promise.withResolvers<void>()
    const sessions = createSessions({ store: openSqliteStore({ path }) })
    const handles = Array.from({ length: crowd }, (_, index) => `worker-${index}`)
    const receive = (): void => {
      given += 1
      if (given === crowd) done.resolve()
    }
    for (const handle of handles) sessions.register(benchSession(handle, receive))
    const sender = sessions.join({ name: 'sender' })
    sessions.channels.create('all', { members: [sender.identity.id, ...handles] })
    const fanOut = async (): Promise<number> => {
      given = 0
      done = Promise.withResolvers<void>()
      return cpuOf(() => {
        sender.send({ to: '#all', text: 'the build is red' })
        return done.promise
      })
    }
    const list = await listing(sessions, join(dirname(path), 'wire', 'socket'))
    const rows = await measure(
      [
        { name: `a message to ${crowd} members`, sample: fanOut, budget: { medianMost: 2000 } },
        { name: `session.list of ${crowd}`, sample: list.sample, budget: { medianMost: 300 } },
      ],
      rounds,
    )
    await list.end()
    await sessions.close()
    return { title: `${crowd} sessions`, unit: 'CPU ms', rows }
  })
}

async function listing(
  sessions: Sessions,
  socketPath: string,
): Promise<{ sample: () => Promise<number>; end: () => Promise<void> }> {
  const tokens = createTokens()
  const server = await serveSessions(sessions, { socketPath, tokens })
  const connection = await connectSessions({ socketPath, token: tokens.issue({ rights: 'owner' }) })
  const sample = (): Promise<number> => cpuOf(() => connection.request('session.list', {}))
  const end = async (): Promise<void> => {
    await connection.close()
    await server.close()
  }
  return { sample, end }
}
