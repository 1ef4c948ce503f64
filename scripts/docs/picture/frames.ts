import { type Screen, Terminal } from './screen.ts'

/** What a terminal shows from a moment on. */
export interface Frame {
  /** In milliseconds from the start. */
  at: number
  screen: Screen
}

/** A command as it was typed into a recorded terminal, and what came of it. */
export interface Recording {
  command: string
  /** What the terminal got, with its delay in seconds. */
  output: readonly { delay: number; data: string }[]
}

const typing = 35
const shortest = 60
const longestWait = 900
const pause = 1600

/** The frames of recordings, one after the other on one screen. Long waits are shortened. */
export function framesOf(
  recordings: readonly Recording[],
  columns: number,
): { frames: Frame[]; length: number } {
  const terminal = new Terminal(columns)
  const frames: Frame[] = []
  let now = 0
  const show = (): void => void frames.push({ at: now, screen: terminal.screen })
  for (const [index, { command, output }] of recordings.entries()) {
    terminal.write(`${index === 0 ? '' : '\n'}\u001B[32m$\u001B[0m `)
    show()
    for (const word of command.match(/\s*\S+/g) ?? []) {
      now += typing * word.length
      terminal.write(word)
      show()
    }
    terminal.write('\n')
    now += 300
    for (const { delay, data } of output) {
      now += Math.min(longestWait, delay * 1000)
      terminal.write(data)
      if (now - (frames.at(-1)?.at ?? 0) < shortest) frames.pop()
      show()
    }
    now += pause
  }
  return { frames, length: Math.round(now + 2 * pause) }
}
