import { CapstanError } from '../../core/capstan-error.ts'
import { systemError } from '../../core/system-error.ts'
import { type ExitCode, exitCodeFor } from '../exit-codes.ts'
import type { Output } from './output.ts'
import { printLine } from './print.ts'

/** Prints an error on one line and returns the exit code. */
export function reportError(thrown: unknown, output: Output): ExitCode {
  const error = CapstanError.isInstance(thrown) ? thrown : (systemError(thrown) ?? thrown)
  const known = CapstanError.isInstance(error)
  const message = error instanceof Error ? error.message : String(error)
  const code = known ? error.code : 'INTERNAL'
  const hint = known
    ? (error.commandHint ?? error.hint)
    : 'This is a bug in Capstan; set CAPSTAN_DEBUG=1 to see the stack trace.'
  const exitCode = exitCodeFor(code)
  output.note({ error: { ...(known ? error.toJSON() : { code, message, hint }), exitCode } }, () =>
    [
      `${output.errorStyle.bad('error')} ${code}:`,
      oneLine(message),
      ...(hint === undefined ? [] : ['—', oneLine(hint)]),
    ].join(' '),
  )
  if (!known && process.env['CAPSTAN_DEBUG'] && error instanceof Error) printLine('stderr', error.stack ?? '')
  return exitCode
}

/** Also removes control characters: an error can quote an agent, which must not control the terminal. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ')
}
