import type { EventBase, Extensible } from './event-base.ts'
import type { UnknownPart } from './unknown-part.ts'

/** The commands a prompt can name changed. */
export interface CommandsChangedEvent extends EventBase {
  type: 'commands.changed'
  /** All of them; replaces what was there. */
  commands: AvailableCommand[]
}

/** A command the agent offers. */
export type AvailableCommand = SlashCommand | UnknownCommand

/** A command to write in a prompt as `/name`. */
export interface SlashCommand extends Extensible {
  type: 'command'
  /** Without the slash. */
  name: string
  /** What it does, for people. */
  description: string
  /** What may follow the name. Absent: nothing. */
  input?: CommandInput
}

/** A command of a sort that this version does not know, kept whole. */
export interface UnknownCommand {
  type: 'unknown'
  /** The sort's own name. */
  originalType: string
  /** Without the slash. */
  name: string
  /** What it does, for people. */
  description: string
  /** All its other fields, untouched. */
  data: Record<string, unknown>
}

/** What may follow a command's name. */
export type CommandInput = TextCommandInput | UnknownPart

/** Free text after the command's name. */
export interface TextCommandInput extends Extensible {
  type: 'text'
  /** Shown while nothing is typed. */
  hint: string
}
