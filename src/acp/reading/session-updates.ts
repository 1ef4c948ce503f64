import type {
  AgentEvent,
  CommandsChangedEvent,
  ConfigChangedEvent,
  Cost,
  SessionUpdatedEvent,
  UsageUpdatedEvent,
} from '../../events/index.ts'
import { readCommands } from './command.ts'
import { readOptions } from './option.ts'
import {
  amount,
  clearable,
  count,
  fieldsOf,
  optional,
  put,
  putMeta,
  putMetaPatch,
  text,
  type Fields,
  type Reading,
} from './reading.ts'
import type { UpdateReading } from './update.ts'

/** Reads the context size and the cost of the session. Only in version 2 `null` clears the cost. */
export function usageUpdate(update: Fields, reading: UpdateReading): AgentEvent {
  const event: UsageUpdatedEvent = {
    type: 'usage.updated',
    sessionId: reading.sessionId,
    context: { used: count(update.used), size: count(update.size) },
  }
  const readField = reading.version === 1 ? optional : clearable
  put(event, 'cost', readField(update.cost, readCost, reading))
  putMeta(event, update, reading)
  return event
}

function readCost(value: unknown, reading: Reading): Cost {
  const from = fieldsOf(value)
  const cost: Cost = { amount: amount(from.amount), currency: text(from.currency) }
  putMeta(cost, from, reading)
  return cost
}

/** Reads the session info. Only in version 2 its vendor data is a patch. */
export function infoUpdate(update: Fields, reading: UpdateReading): AgentEvent {
  const event: SessionUpdatedEvent = { type: 'session.updated', sessionId: reading.sessionId }
  put(event, 'title', clearable(update.title, text, reading))
  put(event, 'updatedAt', clearable(update.updatedAt, text, reading))
  if (reading.version === 1) putMeta(event, update, reading)
  else putMetaPatch(event, update, reading)
  return event
}

/** Reads the available slash commands. */
export function commandsUpdate(update: Fields, reading: UpdateReading): AgentEvent {
  const event: CommandsChangedEvent = {
    type: 'commands.changed',
    sessionId: reading.sessionId,
    commands: readCommands(update.availableCommands, reading),
  }
  putMeta(event, update, reading)
  return event
}

/** Reads the settings of the session. */
export function optionsUpdate(update: Fields, reading: UpdateReading): AgentEvent {
  const event: ConfigChangedEvent = {
    type: 'config.changed',
    sessionId: reading.sessionId,
    options: readOptions(update.configOptions, reading),
  }
  putMeta(event, update, reading)
  return event
}
