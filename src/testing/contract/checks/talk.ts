import { supportOf } from '../../../capabilities/profile.ts'
import type { Check } from '../check.ts'
import { inconclusive, notApplicable, refuted, verified } from '../outcome.ts'
import { ofType, readTurn, resultOf } from '../turn.ts'

/** A turn produces text and ends with one `finish` event. */
export const text: Check = {
  title: 'a prompt is answered',
  expected: 'text, and one finish event at the end',
  isRequired: true,
  sim: 'say hello {word}',
  marks: 'Say hello {mark} [[text: Hello {word}, it is good to see you here.]]',
  run: async ({ turn }) => {
    const done = await turn()
    const { text: said, stopReason } = resultOf(done)
    const ends = ofType(done.events, 'finish').length
    if (said.trim() === '') return refuted(`the turn ended with ${stopReason} and no text`)
    if (stopReason !== 'end-turn') return refuted(`the turn ended with ${stopReason}`)
    if (ends !== 1 || done.events.at(-1)?.type !== 'finish') return refuted('finish is not the last event')
    return verified('text, and a normal end')
  },
}

/** The pause in the answer of the model, and the least pause between its first and its last text. */
const [pauseMs, shortestPauseMs] = [1500, 500]

/** Text arrives while the model writes it. */
export const streamed: Check = {
  title: 'the model pauses in the middle of its answer',
  expected: 'several pieces of text, the first before the pause',
  capability: 'output.text-streaming',
  sim: 'say one two three four five six seven eight',
  marks: `{mark} [[text: The first half of the answer comes now, ]] [[delay: ${pauseMs}]] [[text: and the second half of it comes later.]]`,
  run: async ({ client, agent, run, requests }) => {
    const id = 'output.text-streaming'
    const times: number[] = []
    await using started = run()
    const done = await readTurn(started, ({ type }) => {
      if (type === 'text.delta') times.push(performance.now())
    })
    resultOf(done)
    const apart = Math.round((times.at(-1) ?? 0) - (times[0] ?? 0))
    const isStreamed = times.length > 1 && (requests() === undefined || apart >= shortestPauseMs)
    if (isStreamed)
      return verified('text arrived in pieces, while the model wrote', { id, support: 'supported' })
    const saw = times.length > 1 ? 'all text arrived at once, at the end' : 'the text arrived in one piece'
    const observed = { id, support: 'unsupported' } as const
    return supportOf(await client.profile(agent, { transport: 'acp' }), id) === 'unsupported'
      ? notApplicable(`${saw}, as the definition of the agent says`, observed)
      : refuted(saw, observed)
  },
}

/** The agent streams its thinking when the prompt triggers any. */
export const thinking: Check = {
  title: 'the model thinks before it answers',
  expected: 'the thinking as events',
  capability: 'thinking.streaming',
  sim: 'think about ropes',
  marks: '{mark} [[think: I think about ropes and how they are wound]] [[text: That was a good thought]]',
  run: async ({ client, agent, turn, isSure }) => {
    const done = await turn()
    resultOf(done)
    const pieces = ofType(done.events, 'thinking.delta').length
    if (pieces > 0) {
      return verified(`${pieces} pieces of thinking`, { id: 'thinking.streaming', support: 'supported' })
    }
    const observed = { id: 'thinking.streaming', support: 'unsupported' } as const
    const profile = await client.profile(agent, { transport: 'acp' })
    if (supportOf(profile, 'thinking.streaming') === 'unsupported') {
      return notApplicable('no thinking arrived, as the definition of the agent says', observed)
    }
    return isSure
      ? refuted('no thinking arrived', observed)
      : inconclusive('no thinking arrived; the prompt may not have triggered any')
  },
}
