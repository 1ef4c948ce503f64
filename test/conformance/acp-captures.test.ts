import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { translateUpdateV1 } from '../../src/acp/reading/updates-v1.ts'
import { translateUpdateV2 } from '../../src/acp/reading/updates-v2.ts'
import { agentEventSchema } from '../../src/events/schemas.ts'
import { claude } from './captures/claude.ts'
import { codex } from './captures/codex.ts'
import { copilot } from './captures/copilot.ts'
import { digestOf, type CapturedMessage } from './captures/digest.ts'
import { gemini } from './captures/gemini.ts'
import { omp } from './captures/omp.ts'
import { openclaw } from './captures/openclaw.ts'
import { opencode } from './captures/opencode.ts'
import { pi } from './captures/pi.ts'

const root = join(import.meta.dirname, '../fixtures/acp-captures')
const agents = { claude, codex, copilot, gemini, omp, openclaw, opencode, pi }

function messagesOf(agent: string, name: string): CapturedMessage[] {
  const lines = readFileSync(join(root, agent, `${name}.ndjson`), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line) => JSON.parse(line) as CapturedMessage)
}

test('every recording has an expectation', () => {
  const recorded = readdirSync(root).flatMap((agent) =>
    readdirSync(join(root, agent)).map((file) => `${agent}/${file.replace('.ndjson', '')}`),
  )
  const expected = Object.entries(agents).flatMap(([agent, captures]) =>
    Object.keys(captures).map((name) => `${agent}/${name}`),
  )
  expect(recorded.toSorted()).toEqual(expected.toSorted())
})

describe.each(Object.entries(agents))('%s', (agent, captures) => {
  test.each(Object.entries(captures))('%s matches its expectation', (name, expected) => {
    expect(digestOf(expected.version, messagesOf(agent, name))).toEqual(expected)
  })

  test.each(Object.entries(captures))('%s has only known updates', (name, { version }) => {
    const translate = version === 1 ? translateUpdateV1 : translateUpdateV2
    const updates = messagesOf(agent, name).filter(({ method }) => method === 'session/update')
    const events = updates.map(({ params }) => translate(params))
    expect(events.filter((event) => event.type === 'raw' || event.native !== undefined)).toEqual([])
    expect(events.filter((event) => !agentEventSchema.safeParse(event).success)).toEqual([])
  })
})
