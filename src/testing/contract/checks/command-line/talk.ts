import { type Check, withoutProvider } from '../../check.ts'
import { refuted, verified } from '../../outcome.ts'
import { bodyText } from '../../provider-requests.ts'
import { resultOf } from '../../turn.ts'
import { commandLineCheck, hasCommandLine, noCommandLine } from './command-line-check.ts'

/** The command line answers a prompt. */
export const commandLineText: Check = {
  title: 'a prompt is answered on the command line',
  transport: 'cli',
  expected: 'the text of the model',
  marks: 'Say hello {mark} [[text: Hello {word}, it is good to see you here.]]',
  run: async (context) => {
    if (!hasCommandLine(context)) return noCommandLine
    if (context.prompt === '') return withoutProvider
    const { text, stopReason } = resultOf(await context.turn({ transport: 'cli' }))
    return text.includes(context.word)
      ? verified('the text arrived')
      : refuted(`the turn ended with ${stopReason} and another text`)
  },
}

/** The command line resumes a session. */
export const commandLineResume = commandLineCheck({
  title: 'a session is resumed on the command line',
  expected: 'the earlier turn in the request to the model',
  marks: [
    'Say hello {mark}, the word is {word} [[text: Hello, it is good to see you here.]]',
    'And once more {mark} [[text: Still here, and glad of it.]]',
  ],
  run: async ({ turn, promptOf, requests, word }) => {
    const { sessionId } = resultOf(await turn({ transport: 'cli' }))
    resultOf(await turn({ transport: 'cli', sessionId }, promptOf(1)))
    const later = requests()?.filter(({ prompt = '' }) => prompt.includes('And once more')) ?? []
    return later.some((request) => bodyText(request).includes(word))
      ? verified('the model received the earlier turn')
      : refuted('the model did not receive the earlier turn')
  },
})
