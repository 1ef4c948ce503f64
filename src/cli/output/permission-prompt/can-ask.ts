import { isatty } from 'node:tty'

/** Whether a person can answer questions: stdin and stderr must be terminals. */
export function canAsk(): boolean {
  return isatty(0) && isatty(2)
}
