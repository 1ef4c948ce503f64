import { CapstanError } from '../../../core/capstan-error.ts'
import type { SessionMessage } from '../../../sessions/messages/message.ts'
import type { DeliveryStory, SendResult } from '../../../sessions/participant.ts'
import type { ExitCode } from '../../exit-codes.ts'
import { startProgress } from '../../output/progress.ts'
import { handlesOf, storiesOf, type Waiting } from './sending.ts'
import { needsPerson, waitText } from './wait-text.ts'

/** Waits for the answers, prints them and marks them as read. @throws the reason of the first missing one. */
export async function reportAnswers(
  sent: SendResult,
  waiting: Waiting & { timeoutMs: number | undefined },
): Promise<ExitCode> {
  const { daemon, values, output, signal, timeoutMs, as } = waiting
  const late = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
  const isPatient = values.has('deadline')
  const progress = startProgress(output, { text: 'Waiting for the answer…', after: 1000, onlyTerminal: true })
  const until = late === undefined ? signal : AbortSignal.any([signal, late])
  const isOver = (story: DeliveryStory): boolean => isAnswerOver(story, isPatient)
  const stories = await storiesOf(sent, { ...waiting, until }, isOver).finally(() => progress.stop())
  const identity = as === undefined ? {} : { as }
  const ids = stories.flatMap((story) => answerIdOf(story) ?? [])
  const thread = await daemon.request('thread', { messageId: sent.message.id, ...identity })
  const answers = thread.filter(({ id }) => ids.includes(id))
  if (answers.length > 0) {
    await daemon.request('markRead', { messageIds: answers.map(({ id }) => id), ...identity })
    output.data({ message: sent.message, answers }, () => answersText(answers))
  }
  const open = stories.filter((story) => !isOver(story))
  const handles = await handlesOf(daemon)
  const whoOf = ({ delivery }: DeliveryStory): string => handles.get(delivery.recipient) ?? delivery.recipient
  if (open.length > 0 && signal.aborted)
    throw new CapstanError('ABORTED', 'Stopped waiting for the answer; the message stays sent')
  if (open.length > 0) throw answerTimeout(open.map(whoOf), timeoutMs ?? 0)
  for (const story of stories) {
    const fault = answerFault(story, whoOf(story))
    if (fault !== undefined) throw fault
  }
  return 0
}

/** The id of the message that answers a delivery. */
function answerIdOf({ receipts }: DeliveryStory): string | undefined {
  return receipts.find(({ status }) => status === 'answered')?.answer
}

/** Whether a delivery is answered, or will have no answer. `isPatient`: the message waits for a person, too. */
function isAnswerOver(story: DeliveryStory, isPatient: boolean): boolean {
  const { delivery, receipts, waits } = story
  if (answerIdOf(story) !== undefined) return true
  if (delivery.state === 'dead' || delivery.state === 'in-doubt') return true
  if (receipts.some(({ status }) => status === 'unanswered')) return true
  return !isPatient && waits !== undefined && needsPerson(waits)
}

/** Why a delivery has no answer; undefined if it has one. */
function answerFault(story: DeliveryStory, who: string): CapstanError | undefined {
  const { delivery, receipts, waits } = story
  if (answerIdOf(story) !== undefined) return undefined
  const { id, dead, state } = delivery
  if (dead !== undefined) {
    return new CapstanError('NOT_DELIVERED', `The message was not delivered to ${who}: ${dead.detail}`, {
      hint: `Run capstan session dead --redeliver ${id} to deliver it again.`,
    })
  }
  if (state === 'in-doubt') {
    return new CapstanError('DELIVERY_IN_DOUBT', `The message may not have been delivered to ${who}`, {
      hint: `Run capstan session dead --settle ${id}, or --redeliver ${id}.`,
    })
  }
  const unanswered = receipts.find(({ status }) => status === 'unanswered')
  if (unanswered !== undefined)
    return new CapstanError('NOT_ANSWERED', `${who} did not answer: ${unanswered.reason}`)
  const why = waits === undefined ? `it is ${state}` : waitText(waits)
  return new CapstanError('NOT_DELIVERED', `The message is queued for ${who}: ${why}`, {
    hint: 'Set --deadline to wait until then.',
  })
}

/** The error of a wait that took longer than --timeout. */
function answerTimeout(pending: readonly string[], milliseconds: number): CapstanError {
  const message = `${pending.join(', ')} did not answer within ${milliseconds / 1000} s`
  return new CapstanError('TIMEOUT', message, {
    hint: 'The message stays sent; run capstan session inbox for a later answer.',
  })
}

/** Answers as text: the words alone of one, each with its sender of several. */
function answersText(answers: readonly SessionMessage[]): string {
  if (answers.length === 1) return answers[0]?.text ?? ''
  return answers.map(({ from, text }) => `@${from.handle}: ${text}`).join('\n\n')
}
