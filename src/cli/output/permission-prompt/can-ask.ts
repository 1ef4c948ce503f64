import { isatty } from 'node:tty'

/** Whether somebody can be asked: both what they see and what they type must be a terminal. */
export function canAsk(): boolean {
  return isatty(0) && isatty(2)
}
