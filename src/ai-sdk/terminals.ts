import type { AgentEventOf } from '../events/event.ts'
import type { TerminalExitStatus } from '../events/tools/terminal.ts'
import type { ToolContent } from '../events/tools/tool-content.ts'

interface Terminal {
  output: Buffer[]
  exitStatus?: TerminalExitStatus
}

/** Content of a tool call, with the output of a terminal that the agent only names. */
export type ShownContent = ToolContent | { output: string; exitStatus?: TerminalExitStatus }

/** The output of the agent's terminals. The SDK has no part for terminals, so their output goes into the tool results. */
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

  /** Adds the output so far to every terminal in the content. */
  shown(content: readonly ToolContent[]): ShownContent[] {
    return content.map((one) => {
      const terminal = one.type === 'terminal' ? this.#terminals.get(one.terminalId) : undefined
      if (terminal === undefined) return one
      const { output, exitStatus } = terminal
      const printed = { output: Buffer.concat(output).toString('utf8') }
      return { ...one, ...printed, ...(exitStatus === undefined ? {} : { exitStatus }) }
    })
  }

  #terminal(id: string): Terminal {
    const known = this.#terminals.get(id) ?? { output: [] }
    this.#terminals.set(id, known)
    return known
  }
}
