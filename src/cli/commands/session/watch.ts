import { CapstanError } from '../../../core/capstan-error.ts'
import type { Command } from '../../command.ts'
import { printLine } from '../../output/print.ts'
import { UsageError } from '../../usage-error.ts'
import { openDaemon, reference } from './daemon.ts'
import { eventLine } from './event-line.ts'

export const watchEvents: Command = {
  description:
    'Shows the events of all sessions, or of one, until you press Ctrl-C. Every event has a cursor: use --after to\n' +
    'continue from there without missing events.',
  usage: '[<session>]',
  options: [
    {
      name: 'type',
      value: '<type>',
      repeats: true,
      help: 'only events of this type: tool.called, delivery.*, status.idle, …',
    },
    { name: 'after', value: '<cursor>', help: 'start after this cursor; 0 for all events (default: now)' },
  ],
  maxArguments: 1,
  stopsItself: true,
  examples: [
    'capstan session watch',
    'capstan session watch @ada --type "delivery.*" --json',
    'capstan session watch --after 0',
  ],
  async run({ values, arguments: [typed], output, signal }) {
    const { stripTerminalCodes } = await import('../../../core/text/strip-terminal-codes.ts')
    const types = values.get('type')
    const after = cursorOf(values.get('after')?.[0])
    await using daemon = await openDaemon()
    const records = await daemon.request('participants', {})
    const handles = new Map(records.map(({ id, handle }) => [id, `@${handle}`]))
    let last: number | undefined
    try {
      const events = daemon.stream(
        'events.watch',
        {
          ...(typed === undefined ? {} : { session: reference(typed) }),
          ...(types === undefined ? {} : { types }),
          ...(after === undefined ? {} : { after }),
        },
        signal,
      )
      for await (const entry of events) {
        last = entry.cursor
        if (output.json) {
          printLine('stdout', JSON.stringify(entry))
          continue
        }
        if (!handles.has(entry.session)) {
          for (const { id, handle } of await daemon.request('participants', {})) handles.set(id, `@${handle}`)
        }
        const who = handles.get(entry.session) ?? entry.session
        printLine('stdout', eventLine(entry, { who, style: output.style, clean: stripTerminalCodes }))
      }
    } catch (error) {
      // The daemon stopped: not an error of this command.
      if (!CapstanError.isInstance(error) || error.code !== 'HOST_CLOSED') throw error
      output.note({ ended: error.message }, () => error.message)
    }
    if (last !== undefined && !output.json)
      output.note({}, () => `Continue with: capstan session watch --after ${last}`)
    return 0
  },
}

function cursorOf(typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined
  if (/^\d{1,15}$/.test(typed)) return Number(typed)
  throw new UsageError(`--after ${typed} is not a cursor`, 'Use the cursor of an event, or 0 for all events.')
}
