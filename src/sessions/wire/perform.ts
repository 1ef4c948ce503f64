import { CapstanError } from '../../core/capstan-error.ts'
import { ignore } from '../../core/ignore.ts'
import type { SendResult } from '../participant.ts'
import type { Sessions } from '../sessions.ts'
import { methods, type MethodContext } from './methods.ts'

/** Runs a method whose parameters are validated. Resolves when everything it wrote is durable. */
export async function perform(
  context: MethodContext,
  name: keyof typeof methods,
  params: unknown,
): Promise<unknown> {
  try {
    return await performOnce(context, name, params)
  } catch (error) {
    // Another node used the same key, handle or channel at the same time: now its change is visible here.
    if (!CapstanError.isInstance(error) || error.code !== 'STORE_CONFLICT') throw error
    return performOnce(context, name, params)
  }
}

async function performOnce(
  context: MethodContext,
  name: keyof typeof methods,
  params: unknown,
): Promise<unknown> {
  const { sessions } = context
  let answer: unknown
  await sessions.durably(() => {
    // The schema has validated the parameters; types cannot express that.
    answer = (methods[name] as (context: MethodContext, params: unknown) => unknown)(context, params)
    if (answer instanceof Promise) answer.catch(ignore)
  })
  if (answer instanceof Promise) {
    const value: unknown = await answer
    await sessions.durably(() => undefined)
    return value
  }
  return name === 'send' || name === 'reply' ? inSequence(answer as SendResult, sessions) : answer
}

/** The commit decides the sequences of deliveries. */
function inSequence(result: SendResult, sessions: Sessions): SendResult {
  const deliveries = result.deliveries.map((delivery) => ({
    ...delivery,
    sequence: sessions.deliveries.get(delivery.id).sequence,
  }))
  return { ...result, deliveries }
}
