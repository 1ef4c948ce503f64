import { openAcpSession } from '../acp-session.ts'
import type { Check } from '../check.ts'
import { withoutProvider } from '../check.ts'
import { refuted, verified } from '../outcome.ts'
import { bodyText } from '../provider-requests.ts'
import { mentions, readTurn, resultOf } from '../turn.ts'

/** A later turn of the same session knows the earlier one. */
export const multiTurn: Check = {
  title: 'a session has two turns',
  expected: 'the first turn in the second request to the model',
  capability: 'session.multi-turn',
  isRequired: true,
  marks: [
    'Say hello {mark}, the word is {word} [[text: Hello, it is good to see you here.]]',
    'And once more {mark} [[text: Still here, and glad of it.]]',
  ],
  run: async ({ prompt, promptOf, session: open, signal, word, requests }) => {
    if (prompt === '') return withoutProvider
    const session = await open()
    for (const turn of [0, 1]) resultOf(await readTurn(session.run(promptOf(turn), { signal })))
    const later = requests()?.filter(({ prompt: sent = '' }) => sent.includes('And once more'))
    if (later === undefined) return withoutProvider
    const id = 'session.multi-turn'
    return later.some((request) => bodyText(request).includes(word))
      ? verified('the model received both turns', { id, support: 'supported' })
      : refuted('the model did not receive the first turn', { id, support: 'unsupported' })
  },
}

const [left, right] = ['left', 'right']

/** Two sessions of one process do not mix. */
export const parallelSessions: Check = {
  title: 'one process has two sessions with a turn at the same time',
  expected: 'each session gets its own answer only',
  sim: [`say ${left}-{word}`, `say ${right}-{word}`],
  marks: [left, right].map(
    (side) => `{mark} ${side} [[text: ${side}-{word}]] [[delay: 700]] [[text: and the rest]]`,
  ),
  run: async (context) => {
    const connection = await context.connect()
    const sessions = [
      await openAcpSession(context, { connection }),
      await openAcpSession(context, { connection }),
    ]
    await Promise.all(
      sessions.map(({ session }, index) => session.prompt([{ type: 'text', text: context.promptOf(index) }])),
    )
    const words = [left, right].map((side) => `${side}-${context.word}`)
    const [first, second] = sessions.map(({ events }) =>
      words.map((word) => mentions(events.filter(isAnswer), word)),
    )
    if (first?.[0] !== true || second?.[1] !== true) return refuted('a session did not get its answer')
    return first[1] || second[0]
      ? refuted("a session got the other session's answer")
      : verified('each session got its own answer')
  },
}

function isAnswer({ type, ...event }: { type: string; role?: string }): boolean {
  return type === 'text.delta' && event.role !== 'user'
}
