import type { Plan, PlanEntry } from '../../events/index.ts'
import { fieldsOf, items, listOf, putMeta, text, without, type Fields, type Reading } from './reading.ts'
import { workStatus } from './enum-values.ts'

/** Reads a plan; an unknown type is kept unchanged. */
export function readPlan(value: unknown, reading: Reading): Plan {
  const from = fieldsOf(value)
  const plan = planOf(from, reading)
  if (plan.type !== 'unknown') putMeta(plan, from, reading)
  return plan
}

function planOf(from: Fields, reading: Reading): Plan {
  const planId = text(from.planId)
  switch (from.type) {
    case 'items':
      return { type: 'items', planId, entries: items(from.entries, readEntry, reading) }
    case 'file':
      return { type: 'file', planId, uri: text(from.uri) }
    case 'markdown':
      return { type: 'markdown', planId, content: text(from.content) }
    default:
      return {
        type: 'unknown',
        planId,
        originalType: text(from.type),
        data: without(from, 'type', 'planId'),
      }
  }
}

function readEntry(value: unknown, reading: Reading): PlanEntry {
  const from = fieldsOf(value)
  const entry: PlanEntry = {
    content: text(from.content),
    priority: text(from.priority),
    status: workStatus(from.status, reading),
  }
  putMeta(entry, from, reading)
  return entry
}

export const readEntries = listOf(readEntry)
