import { dirname, join } from 'node:path'
import { connectSessions, createTokens, serveSessions } from '../../src/sessions/index.ts'
import { cpuOf, measure, type Table } from '../measure.ts'
import { createLab, sessionCount, text, withFile } from './queue-lab.ts'

/** As many as a second has to take. */
const sends = 2500
const inFlight = 32

/**
 * Sends over the socket until each is stored and answered. Client and server share a process, so the time includes
 * both; CPU time, because it does not depend on the load of the machine.
 */
export function benchWire(rounds: number): Promise<Table> {
  return withFile(async (path) => {
    const lab = createLab(path)
    const tokens = createTokens()
    const socketPath = join(dirname(path), 'wire', 'socket')
    const server = await serveSessions(lab.sessions, { socketPath, tokens })
    const client = await connectSessions({ socketPath, token: tokens.issue({ rights: 'owner' }) })
    let number = 0
    const sendSome = async (until: number): Promise<void> => {
      while (number < until) await client.request('send', { to: `@worker-${number++ % sessionCount}`, text })
    }
    const sample = (): Promise<number> => {
      const until = number + sends
      return cpuOf(() => Promise.all(Array.from({ length: inFlight }, () => sendSome(until))))
    }
    const rows = await measure([{ name: `${sends} sends`, sample, budget: { medianMost: 1000 } }], rounds)
    await client.close()
    await server.close()
    await lab.sessions.close()
    return { title: `Over the socket, ${inFlight} in flight`, unit: 'CPU ms', rows }
  })
}
