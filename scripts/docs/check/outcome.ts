/** How a block was checked. */
export type How = 'run' | 'parsed' | 'excerpt' | 'run by another step' | 'validated only' | 'text' | 'not run'

export interface Outcome {
  place: string
  how: How
  /** Why it was not run. */
  reason?: string
  /** What is wrong, for a failure. */
  problem?: string
  /** How long it ran. */
  seconds?: number
  /** The language of the block. */
  language?: string
}

/** The report of a check: what was done with every block, and everything that is wrong. */
export function reportOf(outcomes: readonly Outcome[], problems: readonly string[]): string {
  const listed = outcomes.filter(({ reason }) => reason !== undefined)
  const failed = outcomes.filter(({ problem }) => problem !== undefined)
  const order: readonly How[] = ['run', 'parsed', 'excerpt', 'run by another step', 'validated only', 'text']
  const count = (how: How): number => outcomes.filter((outcome) => outcome.how === how).length
  const ran = outcomes.filter(({ how }) => how === 'run')
  const programs = ran.filter(({ language }) => language === 'ts').length
  const slowest = ran.toSorted((a, b) => (b.seconds ?? 0) - (a.seconds ?? 0)).slice(0, 5)
  return [
    ...listed.map(({ place, how, reason }) => `${how}: ${place}: ${reason}`),
    ...failed.map(({ place, problem }) => `FAILED ${place}: ${problem}`),
    ...problems.map((problem) => `FAILED ${problem}`),
    `slowest: ${slowest.map(({ place, seconds = 0 }) => `${place} ${seconds.toFixed(1)} s`).join(', ')}`,
    `run: ${programs} programs, ${ran.length - programs} blocks of commands`,
    `${outcomes.length} blocks: ${order.map((how) => `${count(how)} ${how}`).join(', ')}, ${count('not run')} not run`,
    `${failed.length + problems.length} failed`,
  ].join('\n')
}
