import type { AgentSessionEvent } from '../../capabilities/ecosystems/relay/events.ts'
import type { ErrorDetail } from '../../events/error.ts'
import type { AgentEvent, AgentEventOf, AgentEventType } from '../../events/event.ts'
import type { MessageUpdatedEvent } from '../../events/message.ts'
import type { NoticeEvent } from '../../events/notice.ts'
import type { TerminalOutputEvent } from '../../events/tools/terminal.ts'
import type { UsageUpdatedEvent } from '../../events/usage.ts'
import { CommandEvents } from './command-events.ts'
import { TerminalScreens } from './terminal-screens.ts'
import { ToolEvents } from './tool-events.ts'
import type { TranscriptPiece } from './transcript-chunks.ts'

type SessionOutput = AgentSessionEvent | TranscriptPiece

/**
 * Converts agent events to session events. Keeps only the state of open calls. Status, messages and lifecycle events
 * come from the registry, not from the agent.
 */
export class SessionEvents {
  readonly #tools: ToolEvents
  readonly #commands: CommandEvents
  readonly #screens = new TerminalScreens()
  /** The message of the last piece. */
  #messageId: string | undefined
  /** By type; other agent events have no session event. */
  readonly #readers: { readonly [Type in AgentEventType]?: (event: AgentEventOf<Type>) => SessionOutput[] } =
    {
      'text.delta': (event) => {
        this.#messageId = event.messageId
        return [piece(event, event.role ?? 'agent')]
      },
      'thinking.delta': (event) => [{ ...piece(event, 'agent'), thinking: true }],
      'message.updated': (event) => this.#message(event),
      'message.retracted': ({ text }) => [
        {
          type: 'log',
          level: 'warn',
          message: `The agent restarted its answer and withdrew this part: ${text}`,
        },
      ],
      'tool.called': (event) => this.#tools.called(event),
      'tool.updated': (event) => this.#tools.updated(event),
      'tool.output': (event) => this.#tools.output(event),
      'permission.requested': (event) => this.#tools.permissionRequested(event),
      'terminal.updated': (event) => [...this.#screens.updated(event), ...this.#commands.terminal(event)],
      'terminal.output': (event) => {
        this.#screens.output(event)
        return terminalOutput(event)
      },
      'terminal.screen': ({ type, text, rows, cols }) => [{ type, text, ...present({ rows, cols }) }],
      'file.changed': ({ type, path, operation, diff }) => [{ type, path, operation, ...present({ diff }) }],
      'command.started': ({ type, command, cwd }) => [{ type, command, ...present({ cwd }) }],
      'command.completed': ({ type, command, exitCode, durationMs }) => [
        { type, command, ...present({ exitCode, durationMs }) },
      ],
      'command.failed': ({ type, command, error, exitCode }) => [
        { type, command, error: error.message, ...present({ exitCode }) },
      ],
      'usage.updated': (event) => [usage(event)],
      log: ({ type, level, message }) => [{ type, level, message }],
      notice: (event) => [notice(event)],
      'access.blocked': ({ name, hint }) => [
        { type: 'log', level: 'warn', message: `The sandbox blocked ${name}: ${hint}` },
      ],
      'session.recovered': ({ by, contextLost }) => [
        {
          type: 'log',
          level: contextLost ? 'warn' : 'info',
          message: `The agent’s session was recovered by ${by}`,
        },
      ],
      error: ({ error }) => [failure(error)],
      finish: ({ error }) => (error === undefined ? [] : [failure(error)]),
    }

  constructor(now: () => number) {
    this.#commands = new CommandEvents(now)
    this.#tools = new ToolEvents({ now, commands: this.#commands })
  }

  get openCalls(): number {
    return this.#tools.open
  }

  endTurn(): void {
    this.#tools.clear()
    this.#commands.clear()
    this.#screens.clear()
  }

  read(event: AgentEvent): SessionOutput[] {
    const reader = this.#readers[event.type] as ((event: AgentEvent) => SessionOutput[]) | undefined
    return reader?.(event) ?? []
  }

  /** Agents may repeat a message as a whole; skip it if its pieces were already emitted. */
  #message({ messageId, role = 'agent', thinking, content }: MessageUpdatedEvent): TranscriptPiece[] {
    if (messageId === this.#messageId) return []
    this.#messageId = messageId
    const text = (content ?? []).flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('')
    if (text === '') return []
    return [{ type: 'transcript.piece', role, text, messageId, ...(thinking === true ? { thinking } : {}) }]
  }
}

function piece(
  { text, messageId }: { text: string; messageId?: string },
  role: TranscriptPiece['role'],
): TranscriptPiece {
  return { type: 'transcript.piece', role, text, ...present({ messageId }) }
}

function terminalOutput({ stream, text, bytes }: TerminalOutputEvent): AgentSessionEvent[] {
  const shown = text ?? (bytes === undefined ? '' : Buffer.from(bytes, 'base64').toString('utf8'))
  return shown === '' ? [] : [{ type: 'terminal.output', ...present({ stream }), text: shown }]
}

function usage({ tokens, cost, context }: UsageUpdatedEvent): AgentSessionEvent {
  const { total, input, output, cacheRead = 0, cacheWrite = 0 } = tokens ?? {}
  const sum =
    total ??
    (input === undefined || output === undefined ? undefined : input + output + cacheRead + cacheWrite)
  const costUsd = cost?.currency === 'USD' ? cost.amount : undefined
  const rest = {
    ...present({ context, tokens }),
    ...(cost !== undefined && cost !== null && costUsd === undefined ? { cost } : {}),
  }
  return {
    type: 'usage.updated',
    ...present({ tokens: sum, costUsd }),
    ...(Object.keys(rest).length === 0 ? {} : { metadata: rest }),
  }
}

const levels: Readonly<Record<string, 'info' | 'warn' | 'error'>> = { warning: 'warn', error: 'error' }

function notice({ severity, title, description }: NoticeEvent): AgentSessionEvent {
  const message = description === undefined ? title : `${title}: ${description}`
  return { type: 'log', level: levels[severity] ?? 'info', message }
}

function failure({ message, code, retryable }: ErrorDetail): AgentSessionEvent {
  return {
    type: 'error',
    error: message,
    ...(code === undefined ? {} : { code: String(code) }),
    ...present({ retryable }),
  }
}

/** The fields that are not undefined. */
function present<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }
}
