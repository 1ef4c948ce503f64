import { afterEach, beforeEach, expect, it } from 'vitest'
import { manifest } from '../../../test/support/package.ts'
import { isRunning } from '../../../test/support/processes.ts'
import { createSimPlace, RawClient, type SimPlace, type SimProcess } from '../../../test/support/sim.ts'

let place: SimPlace
beforeEach(() => {
  place = createSimPlace()
})
afterEach(async () => await place.remove())

it('reports its name and version', async () => {
  const [help, version] = [place.start(['--help']), place.start(['--version'])]
  expect([await help.ended, await version.ended]).toEqual([0, 0])
  expect(version.lines).toEqual([manifest.version])
  expect(help.lines[0]).toBe(
    'capstan-sim: the simulated coding agent of Capstan. No model, no key, no network.',
  )
})

it.each([
  [['--protocol', '3'], 'capstan-sim: Unknown protocol 3. Use auto, 1, 2, echo.\n'],
  [['--pace', 'slow'], 'capstan-sim: The pace must be a number of milliseconds\n'],
  [['--what'], 'capstan-sim: --what is not a known option with a value. See capstan-sim --help.\n'],
  [['--scenario', '/nowhere.json'], 'capstan-sim: The scenario /nowhere.json cannot be read\n'],
])('refuses %j', async (words, message) => {
  const sim = place.start(words)
  expect([await sim.ended, sim.stderr(), sim.lines]).toEqual([2, message, []])
})

it('ends with its input', async () => {
  const sim = place.start()
  sim.stdin.end()
  expect([await sim.ended, sim.lines, sim.stderr()]).toEqual([0, [], ''])
})

it.each<[string, (sim: SimProcess) => void, number | string]>([
  ['its input', ({ stdin }) => stdin.end(), 0],
  ['SIGTERM', ({ child }) => child.kill('SIGTERM'), 'SIGTERM'],
])('ends its commands on %s', async (_how, end, exit) => {
  const raw = new RawClient(place.start())
  const sessionId = await raw.open(place.workspace)
  await raw.request('session/set_mode', { sessionId, modeId: 'auto' })
  const text = `run sh -c 'echo pid $$; sleep 1000'`
  raw.ask('session/prompt', { sessionId, prompt: [{ type: 'text', text }] })
  const message = await raw.until(({ params }) => /pid \d+/.test(JSON.stringify(params ?? {})))
  const pid = Number(/pid (\d+)/.exec(JSON.stringify(message))?.[1])
  expect(isRunning(pid)).toBe(true)
  end(raw.sim)
  expect(await raw.sim.ended).toBe(exit)
  await expect.poll(() => isRunning(pid)).toBe(false)
})
