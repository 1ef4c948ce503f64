import type { Delivery } from '../../../sessions/delivery.ts'
import type { SendResult } from '../../../sessions/participant.ts'
import type { SessionsConnection } from '../../../sessions/wire/connect.ts'
import type { Command } from '../../command.ts'
import type { Style } from '../../output/style.ts'
import { UsageError } from '../../usage-error.ts'
import { requiredArgument } from '../agent-argument.ts'
import { readPrompt } from '../run/documents.ts'
import { wordOption } from '../run/values.ts'
import { readAttachments } from './attachments.ts'
import { reference, withDaemon } from './daemon.ts'
import { deadlineOption } from './deadline.ts'

const modes = ['immediate', 'next-message', 'next-tool-call', 'on-idle', 'manual'] as const
const usage = '<to> [<text>…|-]'

export const sendMessage: Command = {
  description:
    'Sends a message: to @one, to several as @one,@two, or to a #channel. It is stored before anything else; what a\n' +
    'recipient cannot take is refused, and nothing is sent then. With --wait it is watched until it was delivered.',
  usage,
  options: [
    {
      name: 'mode',
      value: '<mode>',
      help: `when it reaches the session: ${modes.join(', ')}; on-idle if not given`,
    },
    { name: 'from', value: '<session>', help: 'as whom; you if not given' },
    { name: 'reply', value: '<message>', help: 'answer this message in its thread; then nobody is named' },
    { name: 'deadline', value: '<time>', help: 'when it has to have ended: 30s, 10m, 1h' },
    { name: 'attach', value: '<file>', repeats: true, help: 'an image or a text file that goes with it' },
    { name: 'key', value: '<key>', help: 'the same key sends the same message once' },
    { name: 'urgent', help: 'mark it as urgent' },
    { name: 'wait', help: 'wait until it was delivered, or could not be' },
  ],
  maxArguments: Infinity,
  stopsItself: true,
  examples: [
    'capstan session send @ada "run the tests" --wait',
    'capstan session send "#builds" "the build is red" --mode immediate',
    'git diff | capstan session send @reviewer - --deadline 10m',
  ],
  async run({ values, arguments: words, output, signal }) {
    const [reply] = values.get('reply') ?? []
    const [to, ...typed] = reply === undefined ? words : [undefined, ...words]
    if (reply === undefined) requiredArgument(to, 'recipient', `session send ${usage}`)
    const text = await readPrompt(typed.length === 0 ? undefined : typed.join(' '))
    if (text === '') throw new UsageError('There is nothing to send', `Use capstan session send ${usage}.`)
    const [from] = values.get('from') ?? []
    const [key] = values.get('key') ?? []
    const mode = wordOption(values, 'mode', modes)
    const content = {
      text,
      ...(mode === undefined ? {} : { mode }),
      ...(from === undefined ? {} : { as: reference(from) }),
      ...(key === undefined ? {} : { idempotencyKey: key }),
      ...(values.has('urgent') ? { priority: 'urgent' as const } : {}),
      ...deadlineOption(values),
      ...(await readAttachments(values.get('attach'))),
    }
    return withDaemon(async (daemon) => {
      const waits = values.has('wait')
      // Asked for before it is sent: whatever happens to it comes after.
      const events = waits ? daemon.stream('events.watch', { types: ['delivery.*'] }, signal) : undefined
      const sent =
        reply === undefined
          ? await daemon.request('send', { to: addressOf(to ?? ''), ...content }, signal)
          : await daemon.request('reply', { messageId: reply, ...content }, signal)
      const deliveries =
        events === undefined ? sent.deliveries : await ended(sent, { daemon, events, as: content.as })
      const result = { ...sent, deliveries }
      const handles = await handlesOf(daemon)
      output.data(result, () => resultText(result, { handles, style: output.style }))
      return deliveries.every(({ state }) => state !== 'dead' && state !== 'in-doubt') ? 0 : 1
    })
  },
}

/** `@a,@b` or `#channel`; a word without a sign is a handle. */
function addressOf(typed: string): string | string[] {
  if (typed.startsWith('#')) return typed
  const names = typed.split(',').map((name) => reference(name.trim()))
  return names.length === 1 ? (names[0] ?? typed) : names
}

interface Waiting {
  daemon: SessionsConnection
  events: AsyncIterable<unknown>
  as: string | undefined
}

/** The deliveries of a message when each has ended, or is in doubt. */
async function ended({ message }: SendResult, { daemon, events, as }: Waiting): Promise<readonly Delivery[]> {
  const look = async (): Promise<Delivery[]> => {
    const params = { messageId: message.id, ...(as === undefined ? {} : { as }) }
    return (await daemon.request('receipts', params)).map(({ delivery }) => delivery)
  }
  let deliveries = await look()
  if (isOver(deliveries)) return deliveries
  for await (const _ of events) {
    deliveries = await look()
    if (isOver(deliveries)) break
  }
  return deliveries
}

function isOver(deliveries: readonly Delivery[]): boolean {
  return deliveries.every(({ state }) => ['delivered', 'dead', 'in-doubt'].includes(state))
}

async function handlesOf(daemon: SessionsConnection): Promise<ReadonlyMap<string, string>> {
  const participants = await daemon.request('participants', {})
  return new Map(participants.map(({ id, handle }) => [id, `@${handle}`]))
}

function resultText(
  { message, deliveries, duplicate }: SendResult,
  { handles, style }: { handles: ReadonlyMap<string, string>; style: Style },
): string {
  const lines = deliveries.map(({ recipient, state, mode, dead }) => {
    const who = style.bold(handles.get(recipient) ?? recipient)
    if (state === 'pending') return `${who} waits for its moment (${mode})`
    if (state === 'delivered') return `${who} ${style.good('has it')}`
    if (dead !== undefined) return `${who} ${style.bad('did not get it')}: ${dead.detail}`
    return `${who} ${state}`
  })
  const head = `${style.dim(message.id)}${duplicate ? ' was sent before' : ''}`
  return [head, ...lines].join('\n')
}
