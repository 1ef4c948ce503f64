import type { RunResult } from '../../../run/api/run.ts'
import type { ExitCode } from '../../exit-codes.ts'
import type { Output } from '../../output/output.ts'
import { isTerminal, printText } from '../../output/print.ts'
import { RunView, type RunViewOptions } from '../../output/run-view.ts'

/** Lines of a log may be longer than those of a terminal. */
const logColumns = 200

/** Some terminals do not report their width. */
function terminalColumns(): number {
  return process.stderr.columns > 0 ? Math.max(process.stderr.columns, 40) : 80
}

/** Shows a run on this terminal; with --json nothing. */
export function openRunView(
  output: Output,
  options: Omit<RunViewOptions, 'write' | 'style' | 'columns' | 'isTerminal'>,
): RunView {
  return new RunView({
    ...options,
    write: output.json ? () => undefined : printText,
    style: output.errorStyle,
    columns: isTerminal('stderr') ? terminalColumns() : logColumns,
    isTerminal: isTerminal('stdout') && isTerminal('stderr'),
  })
}

/** A run that stopped early has failed. */
export function exitCodeOf({ stopReason }: Pick<RunResult, 'stopReason'>): ExitCode {
  if (stopReason === 'cancelled') return 13
  return ['max-tokens', 'max-turn-requests', 'refusal', 'error'].includes(stopReason) ? 1 : 0
}
