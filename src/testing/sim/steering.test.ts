import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSimPlace, RawClient, type SimPlace } from '../../../test/support/sim.ts'

let place: SimPlace
beforeEach(() => {
  place = createSimPlace()
})
afterEach(async () => await place.remove())

const meta = { steering: { idleBehavior: 'promptRequired' } }
const said = (text: string): object[] => [{ type: 'text', text }]

/** What the sim keeps of its only session, each entry as one word and its text. */
function history(): string[] {
  const folder = join(place.workspace, '../sessions')
  const [file = ''] = readdirSync(folder)
  return readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { entry?: Record<string, unknown> }).entry)
    .filter((entry) => entry !== undefined)
    .map(({ type, text, content, call }) =>
      [type, text ?? (call as { title: string } | undefined)?.title ?? JSON.stringify(content)].join(' '),
    )
}

it.each([1, 2] as const)('accepts a message into a running turn, in version %i', async (version) => {
  const raw = new RawClient(place.start())
  const sessionId = await raw.open(place.workspace, version)
  await raw.request('session/set_config_option', { sessionId, configId: 'mode', value: 'auto' })
  const prompt = said(`run sh -c 'while [ ! -e go ]; do sleep 0.02; done' and say the rest`)
  raw.ask('session/prompt', { sessionId, prompt })
  await raw.until(({ params }) => JSON.stringify(params ?? {}).includes('in_progress'))
  const steered = await raw.request('_session/steering', { sessionId, prompt: said('hurry up'), _meta: meta })
  expect(steered.result).toEqual({ outcome: 'injected' })
  writeFileSync(join(place.workspace, 'go'), '')
  await raw.until(() => raw.text().includes('the rest'))
  expect(raw.text()).toContain('It ended with 0 and said nothing. I received: hurry up\n')
  expect(history().slice(2, 4)).toEqual([
    'user [{"type":"text","text":"hurry up"}]',
    expect.stringMatching(/^tool Run/),
  ])
})

it('rejects a message without a running turn', async () => {
  const raw = new RawClient(place.start())
  const sessionId = await raw.open(place.workspace)
  const answer = await raw.request('_session/steering', { sessionId, prompt: said('hello'), _meta: meta })
  expect([answer.result, history()]).toEqual([{ outcome: 'promptRequired', reason: 'noRunningTurn' }, []])
})

it('waits for a message if a scenario says so', async () => {
  const raw = new RawClient(
    place.start([], { prompts: [[{ step: 'text', text: 'ready ' }, { step: 'listen' }]] }),
  )
  const sessionId = await raw.open(place.workspace)
  const id = raw.ask('session/prompt', { sessionId, prompt: said('go') })
  await raw.until(({ params }) => JSON.stringify(params ?? {}).includes('ready'))
  await raw.request('_session/steering', { sessionId, prompt: said('now'), _meta: meta })
  expect((await raw.until((message) => message.id === id)).result).toEqual({ stopReason: 'end_turn' })
  expect(raw.text()).toBe('ready I received: now\n')
})
