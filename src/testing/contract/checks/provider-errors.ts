import type { Check } from '../check.ts'
import type { CheckContext } from '../context.ts'
import { type CheckOutcome, notTried, refuted, verified } from '../outcome.ts'

interface Trouble {
  name: string
  when: string
  mark: string
  /** The codes that report this trouble as what it is. */
  codes: readonly string[]
}

/** A failure of the provider fails the turn with its code and a message. */
function providerError({ name, when, mark, codes }: Trouble): Check {
  return {
    title: `the model provider ${when}`,
    expected: `the turn fails with ${codes[0]} and a message`,
    marks: `Say hello {mark} ${mark}`,
    run: (context) => failedTurn(context, { name, codes }),
  }
}

const noTrouble = notTried('no-provider', 'the caller gave no prompt that triggers this error')

async function failedTurn(
  { prompt, turn }: CheckContext,
  { name, codes }: Pick<Trouble, 'name' | 'codes'>,
): Promise<CheckOutcome> {
  if (prompt === '') return noTrouble
  const { result, error } = await turn()
  const id = `contract.${name}`
  if (error === undefined) {
    return refuted(`the turn ended with ${result?.stopReason} without an error`, {
      id,
      support: 'unsupported',
    })
  }
  const { code, message } = error
  const seen = { id, value: { code, message } }
  return codes.includes(code) && message.trim() !== ''
    ? verified(`${code}: ${message}`, { ...seen, support: 'supported' })
    : refuted(`reported as ${code}: ${message}`, { ...seen, support: 'unsupported' })
}

export const authError = providerError({
  name: 'auth-error',
  when: 'rejects the key (401)',
  mark: '[[error: 401 The key is not known here]]',
  codes: ['AUTH_ERROR'],
})
export const rateLimit = providerError({
  name: 'rate-limit',
  when: 'limits the rate (429)',
  mark: '[[error: 429 There were too many requests]]',
  codes: ['RATE_LIMITED'],
})
export const serverError = providerError({
  name: 'server-error',
  when: 'fails (500)',
  mark: '[[error: 500 The server is out of order]]',
  codes: ['PROVIDER_ERROR'],
})
export const overloaded = providerError({
  name: 'overloaded',
  when: 'is overloaded (529)',
  mark: '[[error: 529 Overloaded]]',
  codes: ['PROVIDER_ERROR', 'RATE_LIMITED'],
})

/** An answer that breaks off is repeated or reported, never shown as a whole one. */
export const cutStream: Check = {
  title: 'the connection to the model breaks in the middle of an answer, once',
  expected: 'the whole answer of a second request, or an error',
  marks:
    'Say hello {mark} [[text: One two three four]] [[delay: 300]] [[disconnect: 1]] [[text: and five {word}]]',
  run: async ({ prompt, word, turn }) => {
    if (prompt === '') return noTrouble
    const { result, error } = await turn()
    if (error !== undefined) return verified(`${error.code}: ${error.message}`)
    return result?.text.includes(word)
      ? verified('the agent asked the model again')
      : refuted(`the turn ended with ${result?.stopReason} and only a part of the answer`)
  },
}
