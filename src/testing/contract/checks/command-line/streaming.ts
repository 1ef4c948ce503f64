import type { AgentEvent } from '../../../../events/event.ts'
import type { CheckContext } from '../../context.ts'
import { verified } from '../../outcome.ts'
import { readTurn, resultOf } from '../../turn.ts'
import { commandLineCheck, missingOnCommandLine } from './command-line-check.ts'
import { inputPieces } from '../shell.ts'
import { writeNote } from '../files.ts'

/** The pause of the model before its last text, and how long before that text an event counts as early. */
const [pauseMs, earlyMs] = [1500, 500]
const pause = `[[delay: ${pauseMs}]]`
/** The provider streams it in about ten pieces. */
const long = 'The model writes this in many small pieces, one after the other, '.repeat(4)

/** How many events of these types arrived before the model paused. */
async function earlyEvents(
  { run }: CheckContext,
  types: readonly AgentEvent['type'][],
): Promise<{ early: number; all: number }> {
  const times: number[] = []
  let lastText = 0
  await using started = run({ transport: 'cli' })
  const done = await readTurn(started, ({ type }) => {
    if (types.includes(type)) times.push(performance.now())
    if (type === 'text.delta') lastText = performance.now()
  })
  resultOf(done)
  return { early: times.filter((time) => lastText - time >= earlyMs).length, all: times.length }
}

/** Text arrives while the model writes it. */
export const commandLineStreamed = commandLineCheck({
  title: 'the model writes a long text and pauses before its end, on the command line',
  expected: 'several pieces of the text before the pause',
  marks: `{mark} [[text: ${long}]] ${pause} [[text: and that is the end.]]`,
  run: async (context) => {
    const id = 'output.text-streaming'
    const { early } = await earlyEvents(context, ['text.delta'])
    if (early > 1) return verified('the text arrived in pieces', { id, support: 'supported' })
    return missingOnCommandLine(context, { id, saw: 'the text arrived whole' })
  },
})

/** Thoughts arrive while the model thinks. */
export const commandLineThinking = commandLineCheck({
  title: 'the model thinks for long and pauses before it answers, on the command line',
  expected: 'several pieces of the thought before the pause',
  marks: `{mark} [[think: ${long}]] ${pause} [[text: That was a good thought]]`,
  run: async (context) => {
    const id = 'thinking.streaming'
    const { early, all } = await earlyEvents(context, ['thinking.delta'])
    if (early > 1) return verified('the thought arrived in pieces', { id, support: 'supported' })
    const saw = all === 0 ? 'no thought arrived' : 'the thought arrived whole'
    return missingOnCommandLine(context, { id, saw })
  },
})

/** The agent prints its events while it works. */
export const commandLineEvents = commandLineCheck({
  title: 'the model calls a tool and pauses before it answers, on the command line',
  expected: 'an event of the tool call before the pause',
  marks: `[[read: {folder}/note.txt]] ${pause} [[text: It is read]]`,
  run: async (context) => {
    const id = 'transport.streaming'
    await writeNote(context.folder, context.word)
    const { early } = await earlyEvents(context, ['tool.called', 'tool.updated'])
    if (early > 0) return verified('the tool call was reported at once', { id, support: 'supported' })
    return missingOnCommandLine(context, { id, saw: 'no tool call was reported before the answer' })
  },
})

/** The input of a tool call arrives while the model writes it. */
export const commandLineToolCallStreaming = commandLineCheck({
  title: 'the model writes a long input of a tool call, on the command line',
  expected: 'pieces of the input before the call',
  // Reading needs no permission, so the default policy offers the tool.
  marks: `[[read: {folder}/${'a-long-name-of-a-file-'.repeat(10)}.txt]] [[text: It is over]]`,
  run: async (context) => {
    const id = 'output.tool-call-streaming'
    const done = await context.turn({ transport: 'cli' })
    resultOf(done)
    const seen = inputPieces(done.events)
    if (seen !== undefined) return verified(seen, { id, support: 'supported' })
    return missingOnCommandLine(context, { id, saw: 'the input arrived whole' })
  },
})
