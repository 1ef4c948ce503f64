import type { Check } from '../check.ts'
import { withoutProvider } from '../check.ts'
import { inconclusive, notAdvertised, refuted, verified } from '../outcome.ts'
import { callsTool, readTurn, resultOf } from '../turn.ts'

/** After the first sign of a command, some agents still start it. */
const startMs = 500

/** A message during a turn reaches the model. */
export const steer: Check = {
  title: 'a message is sent into a running turn',
  expected: 'the message in a request to the model',
  capability: 'interaction.steer',
  marks: 'Work {mark} [[shell: sleep 3]] [[text: over]]',
  run: async ({ prompt, session: open, signal, word, requests, reached }) => {
    const id = 'interaction.steer'
    const session = await open({ permissions: 'allow', steerable: true })
    if (session.handshake?.profile.facts[id]?.support !== 'supported') return notAdvertised(id)
    if (prompt === '' || requests() === undefined) return withoutProvider
    // Some agents can be steered in one version of the protocol only.
    const seen = { id, protocolVersion: session.handshake.protocolVersion } as const
    const run = session.run(prompt, { signal })
    let steering: Promise<unknown> | undefined
    const send = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, startMs))
      await run.steer(`Also consider ${word}`)
    }
    const done = await readTurn(run, (event) => {
      if (callsTool([event])) steering ??= send().catch((error: unknown) => error)
    })
    const failure = await steering
    if (steering === undefined) return inconclusive('the turn ended before a message could be sent')
    if (failure instanceof Error) return refuted(`the agent rejected the message: ${failure.message}`)
    resultOf(done)
    return reached(word)
      ? verified('the message reached the model', { ...seen, support: 'supported' })
      : refuted('the agent accepted the message, but it did not reach the model', {
          ...seen,
          support: 'unsupported',
        })
  },
}
