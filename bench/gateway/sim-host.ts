import { createServer, type Socket } from 'node:net'
import { SimAgent } from '../../src/testing/sim/agent.ts'
import { Peer, type PeerHandlers } from '../../src/testing/sim/wire/peer.ts'
import { SessionStore } from '../../src/testing/sim/sessions/session-store.ts'
import type { SimOptions } from '../../src/testing/sim/sim-options.ts'

/** The program's report on each change: the number of sims, and how many wait to answer a prompt. */
export interface SimCounts {
  readonly sims: number
  readonly waiting: number
}

/*
 * A program with a sim for every connection to its socket. A prompt waits until the parent allows an answer, so that the
 * intended number of runs is in progress at the same time.
 */
const [socketPath = '', folder = ''] = process.argv.slice(2)
const options: SimOptions = { protocol: 'auto', scenario: {}, pace: 0, store: new SessionStore(folder) }
let gate = Promise.withResolvers<void>()
let counts: SimCounts = { sims: 0, waiting: 0 }

function count(change: Partial<SimCounts>): void {
  counts = { sims: counts.sims + (change.sims ?? 0), waiting: counts.waiting + (change.waiting ?? 0) }
  process.send?.(counts)
}

async function serve(socket: Socket): Promise<void> {
  socket.on('error', () => undefined)
  const agent: SimAgent = new SimAgent(options, () => peer)
  const handlers: PeerHandlers = {
    onNotification: (method, params) => agent.onNotification(method, params),
    onRequest: async (method, params, signal) => {
      if (method === 'session/prompt') {
        const { promise } = gate
        count({ waiting: 1 })
        await promise
      }
      return agent.onRequest(method, params, signal)
    },
  }
  const peer: Peer = new Peer({ input: socket, output: socket }, handlers)
  count({ sims: 1 })
  await peer.listen().catch(() => undefined)
  agent.stop()
  socket.end()
  count({ sims: -1 })
}

// Any message from the parent lets the waiting sims answer.
process.on('message', () => {
  const opened = gate
  gate = Promise.withResolvers<void>()
  count({ waiting: -counts.waiting })
  opened.resolve()
})
process.on('disconnect', () => process.exit())
createServer({ allowHalfOpen: true }, (socket) => void serve(socket)).listen(
  { path: socketPath, backlog: 1024 },
  () => count({}),
)
