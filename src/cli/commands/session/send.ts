import type { DeliveryWait } from '../../../sessions/delivery/wait.ts'
import type { DeliveryStory, SendResult } from '../../../sessions/participant.ts'
import type { Command, Invocation } from '../../command.ts'
import type { ExitCode } from '../../exit-codes.ts'
import type { Style } from '../../output/style.ts'
import { UsageError } from '../../usage-error.ts'
import { requiredArgument } from '../agent-argument.ts'
import { readPrompt } from '../run/documents.ts'
import { choiceOption, durationOption } from '../run/values.ts'
import { reportAnswers } from './answer.ts'
import { readAttachments } from './attachments.ts'
import { reference, withDaemon } from './daemon.ts'
import { deadlineOption } from './deadline.ts'
import { handlesOf, type Sending, storiesOf, type Waiting, watchSending } from './sending.ts'
import { needsPerson, queuedText, waitText } from './wait-text.ts'

const modes = ['immediate', 'next-message', 'next-tool-call', 'on-idle', 'manual'] as const
const usage = '<to> [<text>…|-]'

export const sendMessage: Command = {
  description:
    'Sends a message to @one, to several as @one,@two, or to a #channel. The message is stored before it is sent. If a\n' +
    'recipient cannot receive it, nothing is sent. With --wait, waits until it is delivered, or until it waits for you.\n' +
    'With --answer, waits for the answer of each recipient and prints it: the first reply, or what the agent says in the\n' +
    'turn that got the message.',
  usage,
  options: [
    {
      name: 'mode',
      value: '<mode>',
      help: `when to deliver: ${modes.join(', ')} (default: on-idle)`,
    },
    { name: 'from', value: '<session>', help: 'send as this session (default: you)' },
    { name: 'reply', value: '<message>', help: 'reply to this message in its thread; name no recipient' },
    { name: 'deadline', value: '<time>', help: 'give up if not delivered by then: 30s, 10m, 1h' },
    { name: 'attach', value: '<file>', repeats: true, help: 'attach an image or a text file' },
    { name: 'key', value: '<key>', help: 'idempotency key: send the message only once' },
    { name: 'urgent', help: 'mark the message as urgent' },
    { name: 'wait', help: 'wait until the message is delivered, undeliverable or waits for you' },
    { name: 'answer', help: 'wait for the answer of each recipient, and print only the answers' },
    {
      name: 'timeout',
      value: '<time>',
      help: 'with --answer: give up waiting after this time: 30s, 10m, 1h',
    },
  ],
  maxArguments: Infinity,
  stopsItself: true,
  examples: [
    'capstan session send @ada "run the tests" --wait',
    'capstan session send @ada "which tests fail?" --answer --timeout 10m',
    'capstan session send "#builds" "the build is red" --mode immediate',
    'git diff | capstan session send @reviewer - --deadline 10m',
  ],
  async run({ values, arguments: args, output, signal }) {
    const [reply] = values.get('reply') ?? []
    const [to, ...typed] = reply === undefined ? args : [undefined, ...args]
    if (reply === undefined) requiredArgument(to, 'recipient', `session send ${usage}`)
    const text = await readPrompt(typed.length === 0 ? undefined : typed.join(' '))
    if (text === '') throw new UsageError('The message is empty', `Use capstan session send ${usage}.`)
    const [from] = values.get('from') ?? []
    const [key] = values.get('key') ?? []
    const mode = choiceOption(values, 'mode', modes)
    const content = {
      text,
      ...(mode === undefined ? {} : { mode }),
      ...(from === undefined ? {} : { as: reference(from) }),
      ...(key === undefined ? {} : { idempotencyKey: key }),
      ...(values.has('answer') ? { wantsAnswer: true } : {}),
      ...(values.has('urgent') ? { priority: 'urgent' as const } : {}),
      ...deadlineOption(values),
      ...(await readAttachments(values.get('attach'))),
    }
    const timeoutMs = timeoutOption(values)
    return withDaemon(async (daemon) => {
      const sending: Sending = { daemon, values, output, signal, as: content.as }
      // Subscribed before sending, so that no event is missed.
      const events = values.has('wait') || values.has('answer') ? watchSending(sending) : undefined
      const sent =
        reply === undefined
          ? await daemon.request('send', { to: addressOf(to ?? ''), ...content }, signal)
          : await daemon.request('reply', { messageId: reply, ...content }, signal)
      return values.has('answer')
        ? await reportAnswers(sent, { ...sending, events, timeoutMs })
        : await reportSent(sent, { ...sending, events })
    })
  },
}

function timeoutOption(values: Invocation['values']): number | undefined {
  const timeoutMs = durationOption(values, 'timeout')
  if (timeoutMs === undefined || values.has('answer')) return timeoutMs
  throw new UsageError('--timeout needs --answer', 'Use --deadline to limit the delivery.')
}

async function reportSent(sent: SendResult, waiting: Waiting): Promise<ExitCode> {
  const { daemon, values, output, events } = waiting
  // A message with a deadline of its own waits until then, also for a person.
  const isOver = values.has('deadline') ? hasEnded : hasEndedOrStuck
  const stories = await storiesOf(sent, waiting, isOver)
  const waits = stories.flatMap((story) => story.waits ?? [])
  const result = { ...sent, deliveries: stories.map(({ delivery }) => delivery), waiting: waits }
  const handles = await handlesOf(daemon)
  output.data(result, () => resultText(result, { handles, style: output.style }))
  const isLost = stories.some(({ delivery }) => ['dead', 'in-doubt'].includes(delivery.state))
  return isLost || (events !== undefined && waits.some(needsPerson)) ? 1 : 0
}

/** `@a,@b` or `#channel`; a name without a sign is a handle. */
function addressOf(typed: string): string | string[] {
  if (typed.startsWith('#')) return typed
  const names = typed.split(',').map((name) => reference(name.trim()))
  return names.length === 1 ? (names[0] ?? typed) : names
}

function hasEnded({ delivery }: DeliveryStory): boolean {
  return ['delivered', 'dead', 'in-doubt'].includes(delivery.state)
}

function hasEndedOrStuck(story: DeliveryStory): boolean {
  return hasEnded(story) || (story.waits !== undefined && needsPerson(story.waits))
}

function resultText(
  { message, deliveries, duplicate, waiting }: SendResult & { waiting: readonly DeliveryWait[] },
  { handles, style }: { handles: ReadonlyMap<string, string>; style: Style },
): string {
  const waits = new Map(waiting.map((wait) => [wait.deliveryId, wait]))
  const lines = deliveries.map(({ id, recipient, state, mode, dead }) => {
    const who = style.bold(handles.get(recipient) ?? recipient)
    const wait = waits.get(id)
    if (state === 'pending') return queuedText(who, mode, wait)
    if (state === 'delivered') return `${style.good('Delivered')} to ${who}`
    if (dead !== undefined) return `${style.bad('Not delivered')} to ${who}: ${dead.detail}`
    return `${who}: ${wait === undefined ? state : waitText(wait)}`
  })
  const head = `${style.dim(message.id)}${duplicate ? ' was already sent' : ''}`
  return [head, ...lines].join('\n')
}
