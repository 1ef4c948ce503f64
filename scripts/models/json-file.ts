import { readFileSync } from 'node:fs'
import type { ModelRecord } from '../../src/models/model-record.ts'

/** Reads a JSON file without validation: inputs are chosen by hand and the output is tested. */
export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

const keyOrder =
  'id name released context output thinks efforts budget structured images files price api deprecated mode source date derived unknown'

/** A record with its keys in a fixed order. */
export function inKeyOrder(record: ModelRecord): ModelRecord {
  const entries = Object.entries(record).toSorted(([one], [other]) => placeOf(one) - placeOf(other))
  return Object.fromEntries(entries) as unknown as ModelRecord
}

function placeOf(key: string): number {
  return keyOrder.split(' ').indexOf(key)
}

/** Writes one item per line, so that a change of one model changes one line. */
export function lineByLine(head: Readonly<Record<string, unknown>>, name: string, items: object): string {
  const start = Object.entries(head).map(
    ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)},\n`,
  )
  const isList = Array.isArray(items)
  const lines = Object.entries(items as Record<string, unknown>).map(([key, value]) =>
    isList ? JSON.stringify(value) : `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  )
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  return `{\n${start.join('')}${JSON.stringify(name)}: ${open}\n${lines.join(',\n')}\n${close}\n}\n`
}
