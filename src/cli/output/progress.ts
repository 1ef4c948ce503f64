import type { Output } from './output.ts'
import { isTerminal, printText } from './print.ts'

export interface Progress {
  /** Removes the progress line. */
  stop(): void
}

export interface ProgressOptions {
  text: string
  /** Milliseconds until the progress line appears. */
  after: number
  /** Print nothing without a terminal. */
  onlyTerminal?: true
}

/**
 * Shows progress on stderr: on a terminal a line with the seconds, which is removed at the end; otherwise one plain line.
 */
export function startProgress(output: Output, { text, after, onlyTerminal }: ProgressOptions): Progress {
  const began = Date.now()
  const isShown = !output.json && isTerminal('stderr')
  let ticking: NodeJS.Timeout | undefined
  const show = (): void => {
    const seconds = Math.floor((Date.now() - began) / 1000)
    printText('stderr', `\r${output.errorStyle.dim(`${text} ${seconds} s`)}\u001b[K`)
  }
  const starting = setTimeout(() => {
    if (!isShown) {
      if (!onlyTerminal) output.note({ progress: text }, () => text)
      return
    }
    show()
    ticking = setInterval(show, 1000)
  }, after)
  return {
    stop: () => {
      clearTimeout(starting)
      if (ticking === undefined) return
      clearInterval(ticking)
      ticking = undefined
      printText('stderr', '\r\u001b[K')
    },
  }
}
