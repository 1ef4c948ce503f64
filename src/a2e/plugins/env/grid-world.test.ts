import { expect, it } from 'vitest'
import { checkJsonSchema } from '../../../core/json-schema/check-json-schema.ts'
import { gridWorld } from './grid-world.ts'

const worlds = Array.from({ length: 200 }, (_, seed) => gridWorld.reset({ seed, options: { size: 6 } }))

it('builds the same world from the same seed', () => {
  const show = gridWorld.render?.['text']
  expect(show?.(gridWorld.reset({ seed: 7, options: {} }))).toBe('A...#\n.....\n...#.\n#....\n#...G')
  expect(gridWorld.reset({ seed: 7, options: {} })).toEqual(gridWorld.reset({ seed: 7, options: {} }))
  expect(new Set(worlds.map((world) => JSON.stringify(world))).size).toBeGreaterThan(150)
})

it('returns states that fit the state schema', () => {
  expect(worlds.flatMap((world) => checkJsonSchema(gridWorld.stateSchema, world).issues)).toEqual([])
})

it('always has a reachable goal, with a reward of 1', () => {
  for (const world of worlds) {
    const way = wayToGoal(world)
    const last = way.at(-1)
    expect(last).toMatchObject({ done: true, truncated: false, reward: 1 })
    expect(way.slice(0, -1).every(({ reward, done }) => reward === -0.01 && done === false)).toBe(true)
  }
})

it('stops the agent at walls and edges, and truncates after too many steps', () => {
  let state = gridWorld.reset({ seed: 7, options: { size: 3 } })
  const first = gridWorld.step(state, { move: 'up' })
  expect(first).toMatchObject({
    state: { agent: [0, 0], steps: 1 },
    info: { moved: false },
    truncated: false,
  })
  for (let step = 0; step < 35; step++) state = gridWorld.step(state, { move: 'up' }).state
  expect(gridWorld.step(state, { move: 'up' })).toMatchObject({ done: false, truncated: true })
})

it('renders the agent, the goal and the walls', () => {
  const picture = gridWorld.render?.['screenshot']?.(gridWorld.reset({ seed: 1, options: { size: 3 } }))
  expect(picture).toEqual({
    mime: 'image/svg+xml',
    text: expect.stringMatching(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 3 3">(<rect [^>]*\/>)+<\/svg>$/,
    ),
  })
})

/** The moves of the shortest path. */
function wayToGoal(start: (typeof worlds)[number]): ReturnType<typeof gridWorld.step>[] {
  const open: { state: typeof start; way: ReturnType<typeof gridWorld.step>[] }[] = [
    { state: start, way: [] },
  ]
  const seen = new Set<string>()
  for (const { state, way } of open) {
    for (const move of ['up', 'down', 'left', 'right']) {
      const step = gridWorld.step(state, { move })
      if (step.done === true) return [...way, step]
      const place = String(step.state['agent'])
      if (!seen.has(place)) open.push({ state: step.state, way: [...way, step] })
      seen.add(place)
    }
  }
  return []
}
