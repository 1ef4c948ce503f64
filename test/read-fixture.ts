import { readFileSync } from 'node:fs'

/** The JSON in a file below `test/fixtures`. */
export function readFixture(path: string): unknown {
  return JSON.parse(readFileSync(new URL(`fixtures/${path}`, import.meta.url), 'utf8'))
}
