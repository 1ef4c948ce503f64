import type { AvailableCommand, CommandInput, SlashCommand, TextCommandInput } from '../../events/index.ts'
import {
  fieldsOf,
  listOf,
  optional,
  put,
  putMeta,
  text,
  unknownPart,
  without,
  type Fields,
  type Reading,
} from './reading.ts'

/** Reads the available slash commands. */
export const readCommands = listOf((value, reading): AvailableCommand => {
  const from = fieldsOf(value)
  const name = text(from.name)
  const description = text(from.description)
  if (reading.version === 2 && from.type !== 'command') {
    const data = without(from, 'type', 'name', 'description')
    return { type: 'unknown', originalType: text(from.type), name, description, data }
  }
  const command: SlashCommand = { type: 'command', name, description }
  put(command, 'input', optional(from.input, readInput, reading))
  putMeta(command, from, reading)
  return command
})

/** Version 1 has only one type of input, without a name. */
function readInput(value: unknown, reading: Reading): CommandInput {
  const from = fieldsOf(value)
  if (reading.version === 2 && from.type !== 'text') return unknownPart(from)
  return textInput(from, reading)
}

function textInput(from: Fields, reading: Reading): TextCommandInput {
  const input: TextCommandInput = { type: 'text', hint: text(from.hint) }
  putMeta(input, from, reading)
  return input
}
