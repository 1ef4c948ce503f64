import { longText } from '../../provider/long-text.ts'
import type { Check } from '../check.ts'
import { withoutProvider } from '../check.ts'
import { refuted, verified } from '../outcome.ts'
import { resultOf } from '../turn.ts'

/** One mebibyte. */
const length = 1_048_576

/** A long answer arrives whole. */
export const longOutput: Check = {
  title: 'the model answers with 1 MB of text',
  expected: 'every character of the answer, in order',
  marks: `{mark} [[long: ${length}]]`,
  run: async ({ prompt, turn }) => {
    if (prompt === '') return withoutProvider
    const { text } = resultOf(await turn())
    const expected = longText(length)
    // Some agents say something of their own before it.
    if (text.includes(expected)) return verified(`${expected.length} characters`)
    return refuted(`${text.trim().length} characters instead of ${expected.length}`)
  },
}

/** Without a mark that an agent takes for a file or a command. */
const filler = longText(200_000)

/** A long prompt reaches the model whole. */
export const longPrompt: Check = {
  title: 'the prompt has 200 kB of text',
  expected: 'the whole text in the request to the model',
  marks: 'Review this {mark} [[text: It is long]]',
  run: async ({ prompt, turn, reached }) => {
    if (prompt === '') return withoutProvider
    resultOf(await turn({}, `${prompt} ${filler}`))
    const isWhole = reached(filler)
    if (isWhole === undefined) return withoutProvider
    return isWhole
      ? verified(`${filler.length} characters`)
      : refuted('the text did not reach the model whole')
  },
}
