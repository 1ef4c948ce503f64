/** Whether a person can answer questions: stdin and stderr must be terminals. */
export function canAsk(): boolean {
  const { isatty } = process.getBuiltinModule('node:tty')
  return isatty(0) && isatty(2)
}
