import type { EventBase, Extensible } from './event-base.ts'
import type { UnknownPart } from './unknown-part.ts'

/** The commands a prompt can name changed. */
export interface CommandsChangedEvent extends EventBase {
  type: 'commands.changed'
  /** All commands; replaces the previous list. */
  commands: AvailableCommand[]
}

/** A command the agent offers. */
export type AvailableCommand = SlashCommand | UnknownCommand

/** A command to write in a prompt as `/name`. */
export interface SlashCommand extends Extensible {
  type: 'command'
  /** Without the slash. */
  name: string
  /** Description for display. */
  description: string
  /** The argument after the name. Absent: none. */
  input?: CommandInput
}

/** A kind of command that this version does not know, kept unchanged. */
export interface UnknownCommand {
  type: 'unknown'
  /** Name of the kind. */
  originalType: string
  /** Without the slash. */
  name: string
  /** Description for display. */
  description: string
  /** All other fields, unchanged. */
  data: Record<string, unknown>
}

/** The argument of a command. */
export type CommandInput = TextCommandInput | UnknownPart

/** Free text after the command's name. */
export interface TextCommandInput extends Extensible {
  type: 'text'
  /** Placeholder text. */
  hint: string
}
