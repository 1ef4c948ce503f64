import type { ConfigOption, ConfigValue, ConfigValueGroup, SelectOption } from '../../events/index.ts'
import {
  fieldsOf,
  flag,
  isFields,
  items,
  listOf,
  MalformedError,
  optional,
  put,
  putMeta,
  text,
  without,
  type Fields,
  type Reading,
} from './reading.ts'
import { optionCategory } from './enum-values.ts'

/** Reads the settings of a session; an unknown type is kept unchanged. */
export const readOptions = listOf((value, reading): ConfigOption => {
  const from = fieldsOf(value)
  const option = optionOf(from, reading)
  put(option, 'description', optional(from.description, text, reading))
  put(option, 'category', optional(from.category, optionCategory, reading))
  putMeta(option, from, reading)
  return option
})

function optionOf(from: Fields, reading: Reading): ConfigOption {
  const idField = reading.version === 1 ? 'id' : 'configId'
  const id = text(from[idField])
  const name = text(from.name)
  switch (from.type) {
    case 'select': {
      const currentValue = text(from.currentValue)
      return { type: 'select', id, name, currentValue, options: choicesOf(from.options, reading) }
    }
    case 'boolean':
      return { type: 'boolean', id, name, currentValue: flag(from.currentValue) }
    default: {
      const data = without(from, 'type', idField, 'name', 'description', 'category', '_meta')
      return { type: 'unknown', id, name, originalType: text(from.type), data }
    }
  }
}

/** Either plain or grouped values: the first item decides. */
function choicesOf(value: unknown, reading: Reading): SelectOption['options'] {
  if (!Array.isArray(value)) throw new MalformedError('not a list')
  const first: unknown = value[0]
  const isGrouped = isFields(first) && (first.value ?? null) === null
  return isGrouped ? items(value, readGroup, reading) : items(value, readValue, reading)
}

function readGroup(value: unknown, reading: Reading): ConfigValueGroup {
  const from = fieldsOf(value)
  const group: ConfigValueGroup = {
    id: text(reading.version === 1 ? from.group : from.groupId),
    name: text(from.name),
    options: items(from.options, readValue, reading),
  }
  putMeta(group, from, reading)
  return group
}

function readValue(value: unknown, reading: Reading): ConfigValue {
  const from = fieldsOf(value)
  const choice: ConfigValue = { value: text(from.value), name: text(from.name) }
  put(choice, 'description', optional(from.description, text, reading))
  putMeta(choice, from, reading)
  return choice
}
