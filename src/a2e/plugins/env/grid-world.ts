import { defineEnvironment, type Environment } from './environment.ts'

interface GridState extends Readonly<Record<string, unknown>> {
  readonly size: number
  readonly agent: readonly [number, number]
  readonly goal: readonly [number, number]
  readonly walls: readonly (readonly [number, number])[]
  readonly steps: number
}

type Place = readonly [number, number]

const moves: Readonly<Record<string, Place>> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
}

const place = {
  type: 'array',
  items: { type: 'integer' },
  description: 'Column and row, from the upper left',
}
const smallest = 3
const largest = 32

/**
 * A small world to test agents and clients: an agent walks over a grid with walls to a goal. A step costs 0.01, the goal
 * gives 1, and the episode ends after `4 × size × size` steps. The goal is always reachable.
 */
export const gridWorld: Environment = defineEnvironment<GridState>({
  name: 'grid_world',
  description: 'A grid with walls: find the way to the goal',
  actionSpace: {
    type: 'object',
    properties: { move: { enum: Object.keys(moves) } },
    required: ['move'],
    additionalProperties: false,
  },
  stateSchema: {
    type: 'object',
    properties: {
      size: { type: 'integer' },
      agent: place,
      goal: place,
      walls: { type: 'array', items: place },
      steps: { type: 'integer' },
    },
    required: ['size', 'agent', 'goal', 'walls', 'steps'],
  },
  reset: ({ seed, options }) => {
    const size = sizeOf(options['size'])
    const random = seededRandom(seed)
    const goal: Place = [size - 1, size - 1]
    const walls: Place[] = []
    for (let attempts = Math.floor((size * size) / 5); attempts > 0; attempts--) {
      const wall: Place = [Math.floor(random() * size), Math.floor(random() * size)]
      const isTaken = same(wall, [0, 0]) || same(wall, goal) || walls.some((one) => same(one, wall))
      if (!isTaken && isReachable({ size, goal, walls: [...walls, wall] })) walls.push(wall)
    }
    return { size, agent: [0, 0], goal, walls, steps: 0 }
  },
  step: (state, action) => {
    const [right = 0, down = 0] = moves[String(action['move'])] ?? []
    const target: Place = [state.agent[0] + right, state.agent[1] + down]
    const agent = isFree(state, target) ? target : state.agent
    const steps = state.steps + 1
    const done = same(agent, state.goal)
    return {
      state: { ...state, agent, steps },
      reward: done ? 1 : -0.01,
      done,
      truncated: !done && steps >= 4 * state.size * state.size,
      info: { moved: agent === target },
    }
  },
  render: {
    text: (state) => rowsOf(state).join('\n'),
    json: (state) => state,
    screenshot: (state) => ({ mime: 'image/svg+xml', text: pictureOf(state) }),
  },
})

function sizeOf(given: unknown): number {
  return typeof given === 'number' && Number.isInteger(given)
    ? Math.min(largest, Math.max(smallest, given))
    : 5
}

function same([x, y]: Place, [otherX, otherY]: Place): boolean {
  return x === otherX && y === otherY
}

function isFree({ size, walls }: Pick<GridState, 'size' | 'walls'>, [x, y]: Place): boolean {
  return x >= 0 && y >= 0 && x < size && y < size && !walls.some((wall) => same(wall, [x, y]))
}

function isReachable(state: Pick<GridState, 'size' | 'walls' | 'goal'>): boolean {
  const seen = new Set(['0,0'])
  const open: Place[] = [[0, 0]]
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    if (same(here, state.goal)) return true
    for (const [right, down] of Object.values(moves)) {
      const next: Place = [here[0] + right, here[1] + down]
      if (!isFree(state, next) || seen.has(next.join())) continue
      seen.add(next.join())
      open.push(next)
    }
  }
  return false
}

/** The grid as text: `A` is the agent, `G` the goal, `#` a wall. */
function rowsOf({ size, agent, goal, walls }: GridState): string[] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => '.'))
  const put = ([x, y]: Place, sign: string): void => {
    const row = rows[y]
    if (row !== undefined) row[x] = sign
  }
  for (const wall of walls) put(wall, '#')
  put(goal, 'G')
  put(agent, 'A')
  return rows.map((row) => row.join(''))
}

const colors: Readonly<Record<string, string>> = { '#': '#333', G: '#2a2', A: '#22c' }

function pictureOf(state: GridState): string {
  const squares = rowsOf(state).flatMap((row, y) =>
    Array.from(row, (sign, x) => {
      const color = colors[sign]
      return color === undefined ? '' : `<rect x="${x}" y="${y}" width="1" height="1" fill="${color}"/>`
    }),
  )
  const box = `0 0 ${state.size} ${state.size}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${squares.join('')}</svg>`
}

const modulus = 2 ** 31 - 1
const factor = 48_271

/** Random numbers from 0 to 1, reproducible by seed on every machine. Not for cryptography. */
function seededRandom(seed: number): () => number {
  // A zero state would stay zero; the remainder keeps the product exact.
  let state = (Math.abs(Math.trunc(seed)) % (modulus - 1)) + 1
  return () => {
    state = (state * factor) % modulus
    return state / modulus
  }
}
