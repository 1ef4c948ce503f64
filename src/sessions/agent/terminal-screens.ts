import type { AgentSessionEvent } from '../../capabilities/ecosystems/relay/events.ts'
import type { TerminalOutputEvent, TerminalSize, TerminalUpdatedEvent } from '../../events/tools/terminal.ts'

interface OpenTerminal {
  /** The end of the output. */
  text: string
  /** Bytes may end inside a character. */
  decoder: InstanceType<typeof TextDecoder>
  size?: TerminalSize
}

/** The most characters to keep of a terminal. */
const longestText = 64 * 1024
/** The lines of a screen whose size the agent does not report. */
const defaultRows = 24

/**
 * The screens of an agent's terminals: when the agent replaces the contents, and when the command ends. A screen is the
 * last lines of the output; terminal codes that move the cursor are not performed.
 */
export class TerminalScreens {
  readonly #terminals = new Map<string, OpenTerminal>()

  clear(): void {
    this.#terminals.clear()
  }

  output({ terminalId, text, bytes }: TerminalOutputEvent): void {
    // Output without a terminal is part of a tool call.
    if (terminalId === undefined) return
    const terminal = this.#open(terminalId)
    const piece = text ?? terminal.decoder.decode(Buffer.from(bytes ?? '', 'base64'), { stream: true })
    terminal.text = (terminal.text + piece).slice(-longestText)
  }

  updated({ terminalId, output, size, exitStatus }: TerminalUpdatedEvent): AgentSessionEvent[] {
    const terminal = this.#open(terminalId)
    if (size !== undefined && size !== null) terminal.size = size
    const isReplaced = output !== undefined && output !== null
    if (isReplaced) terminal.text = Buffer.from(output.bytes, 'base64').toString('utf8').slice(-longestText)
    const hasEnded = exitStatus !== undefined && exitStatus !== null
    if (hasEnded) this.#terminals.delete(terminalId)
    return terminal.text !== '' && (isReplaced || hasEnded) ? [screenOf(terminal)] : []
  }

  #open(terminalId: string): OpenTerminal {
    const known = this.#terminals.get(terminalId)
    if (known !== undefined) return known
    const opened = { text: '', decoder: new TextDecoder() }
    this.#terminals.set(terminalId, opened)
    return opened
  }
}

function screenOf({ text, size }: OpenTerminal): AgentSessionEvent {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  return {
    type: 'terminal.screen',
    text: lines
      .slice(-Math.max(size?.rows ?? defaultRows, 1))
      .map(overwritten)
      .join('\n'),
    ...(size === undefined ? {} : { rows: size.rows, cols: size.cols }),
  }
}

/** A carriage return starts the line again, as progress bars do. */
function overwritten(line: string): string {
  return line.split('\r').findLast((part) => part !== '') ?? ''
}
