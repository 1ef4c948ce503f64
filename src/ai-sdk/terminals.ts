import type { AgentEventOf } from '../events/event.ts'
import type { TerminalExitStatus } from '../events/tools/terminal.ts'
import type { ToolContent } from '../events/tools/tool-content.ts'

interface Terminal {
  output: Buffer[]
  exitStatus?: TerminalExitStatus
}

/** What a call shows, with the words of a terminal where the agent only names it. */
export type ShownContent = ToolContent | { output: string; exitStatus?: TerminalExitStatus }

/** What the agent's terminals printed: the SDK has no word for a terminal, so the calls that show one tell it. */
export class Terminals {
  readonly #terminals = new Map<string, Terminal>()

  printed({ terminalId, text, bytes }: AgentEventOf<'terminal.output'>): void {
    if (terminalId === undefined) return
    const piece = bytes === undefined ? Buffer.from(text ?? '') : Buffer.from(bytes, 'base64')
    this.#terminal(terminalId).output.push(piece)
  }

  updated({ terminalId, output, exitStatus }: AgentEventOf<'terminal.updated'>): void {
    const terminal = this.#terminal(terminalId)
    if (output === null) terminal.output = []
    else if (output !== undefined) terminal.output = [Buffer.from(output.bytes, 'base64')]
    if (exitStatus !== undefined && exitStatus !== null) terminal.exitStatus = exitStatus
  }

  /** The same content, where a terminal has what it printed so far. */
  shown(content: readonly ToolContent[]): ShownContent[] {
    return content.map((one) => {
      const terminal = one.type === 'terminal' ? this.#terminals.get(one.terminalId) : undefined
      if (terminal === undefined) return one
      const { output, exitStatus } = terminal
      const words = { output: Buffer.concat(output).toString('utf8') }
      return { ...one, ...words, ...(exitStatus === undefined ? {} : { exitStatus }) }
    })
  }

  #terminal(id: string): Terminal {
    const known = this.#terminals.get(id) ?? { output: [] }
    this.#terminals.set(id, known)
    return known
  }
}
