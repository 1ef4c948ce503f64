import type { Controls } from '../sessions/controls.ts'
import type { EventBase, Extensible } from '../event-base.ts'

/** Output appended to a terminal: either `text` or `bytes`. */
export interface TerminalOutputEvent extends EventBase {
  type: 'terminal.output'
  /** Absent: the session's own terminal. */
  terminalId?: string
  /** Where it came from. */
  stream?: 'stdout' | 'stderr' | 'combined'
  /** The piece as text. */
  text?: string
  /** The piece as base64 of raw bytes; it may end inside a character. */
  bytes?: string
}

/** The current screen of a terminal. */
export interface TerminalScreenEvent extends EventBase {
  type: 'terminal.screen'
  /** Absent: the session's own terminal. */
  terminalId?: string
  /** The text of the screen. */
  text: string
  /** Height in characters. */
  rows?: number
  /** Width in characters. */
  cols?: number
}

/** A terminal of the agent was opened or changed. An absent field is unchanged, `null` clears it. */
export interface TerminalUpdatedEvent extends EventBase {
  type: 'terminal.updated'
  /** Names the terminal in its session. */
  terminalId: string
  /** The command line. */
  command?: string | null
  /** Absolute path of the working directory. */
  cwd?: string | null
  /** All output so far; replaces the previous output. */
  output?: TerminalOutput | null
  /** Present when the command has ended. */
  exitStatus?: TerminalExitStatus | null
  /** Size in characters. */
  size?: TerminalSize | null
  /** Controls that a caller may use now. */
  controls?: Controls | null
}

/** All output of a terminal. */
export interface TerminalOutput extends Extensible {
  /** Base64 of the raw bytes. */
  bytes: string
}

/** How a terminal's command ended. */
export interface TerminalExitStatus extends Extensible {
  /** Exit code. */
  exitCode?: number
  /** Name of the signal that ended it, such as `SIGTERM`. */
  signal?: string
}

/** Size of a terminal in characters. */
export interface TerminalSize extends Extensible {
  /** Width. */
  cols: number
  /** Height. */
  rows: number
}
