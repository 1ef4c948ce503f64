import type { AvailableCommand, ConfigOption, ConfigValue } from '../../events/index.ts'
import { readCommands } from './command.ts'
import { readOptions } from './option.ts'
import {
  fieldsOf,
  isFields,
  items,
  optional,
  put,
  text,
  type AcpVersion,
  type Fields,
  type Reading,
} from './reading.ts'

/** The state of a session in a response to `session/new`, `session/load`, `session/resume` or `session/set_config_option`. */
export interface SessionState {
  sessionId?: string
  /** The settings with their values; empty if the response has none. */
  options: ConfigOption[]
  /** The modes, as agents reported them before modes became a setting. */
  modes?: SessionModes
  /** The models, as agents reported them before the model became a setting. */
  models?: SessionModels
  /** The available slash commands. */
  commands?: AvailableCommand[]
}

export interface SessionModes {
  currentModeId: string
  available: { id: string; name: string; description?: string }[]
}

export interface SessionModels {
  currentModelId: string
  available: { modelId: string; name: string; description?: string }[]
}

/** Reads the state of a session from a response. Unreadable fields are dropped. */
export function sessionStateFrom(version: AcpVersion, answer: unknown): SessionState {
  const from: Fields = isFields(answer) ? answer : {}
  const reading: Reading = { version, incomplete: false }
  const state: SessionState = { options: optional(from.configOptions, readOptions, reading) ?? [] }
  put(state, 'sessionId', optional(from.sessionId, text, reading))
  put(state, 'modes', optional(from.modes, readModes, reading))
  put(state, 'models', optional(from.models, readModels, reading))
  put(state, 'commands', optional(from.availableCommands, readCommands, reading))
  return state
}

function readModes(value: unknown, reading: Reading): SessionModes {
  const { currentModeId, availableModes } = fieldsOf(value)
  const available = items(availableModes, readMode, reading)
  return { currentModeId: text(currentModeId), available }
}

function readMode(value: unknown, reading: Reading): SessionModes['available'][number] {
  const from = fieldsOf(value)
  const mode: SessionModes['available'][number] = { id: text(from.id), name: text(from.name) }
  put(mode, 'description', optional(from.description, text, reading))
  return mode
}

function readModels(value: unknown, reading: Reading): SessionModels {
  const { currentModelId, availableModels } = fieldsOf(value)
  const available = items(availableModels, readModel, reading)
  return { currentModelId: text(currentModelId), available }
}

function readModel(value: unknown, reading: Reading): SessionModels['available'][number] {
  const from = fieldsOf(value)
  const model: SessionModels['available'][number] = { modelId: text(from.modelId), name: text(from.name) }
  put(model, 'description', optional(from.description, text, reading))
  return model
}

/** Finds a setting by its category, because ids differ between agents. */
export function findOption(options: readonly ConfigOption[], category: string): ConfigOption | undefined {
  return options.find((option) => option.category === category)
}

/** The values of a select setting, including grouped ones; empty for other types. */
export function optionValues(option: ConfigOption): ConfigValue[] {
  if (option.type !== 'select') return []
  return option.options.flatMap((choice) => ('options' in choice ? choice.options : [choice]))
}
