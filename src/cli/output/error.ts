import { CapstanError } from '../../core/capstan-error.ts'
import { systemError } from '../../core/system-error.ts'
import { type ExitCode, exitCodeFor } from '../exit-codes.ts'
import type { Output } from './output.ts'
import { printLine } from './print.ts'

/** Prints an error as one line and tells what to end with. */
export function reportError(thrown: unknown, output: Output): ExitCode {
  const error = CapstanError.isInstance(thrown) ? thrown : (systemError(thrown) ?? thrown)
  const known = CapstanError.isInstance(error)
  const message = error instanceof Error ? error.message : String(error)
  const code = known ? error.code : 'INTERNAL'
  const hint = known
    ? (error.commandHint ?? error.hint)
    : 'This is a defect of Capstan; CAPSTAN_DEBUG=1 shows where.'
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

/** Control characters too: an agent's words can be in an error, and must not control the terminal. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ')
}
