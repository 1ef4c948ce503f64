import type { AgentExit } from './output-reader.ts'
import type { AgentFailure } from './provider-failure.ts'

/** The program ended before it had told how the run ended. */
export function crashFailure(agent: string, { exitCode, signal, stderrTail }: AgentExit): AgentFailure {
  const how = signal === null ? `with exit code ${exitCode}` : `by ${signal}`
  const last = lastLine(stderrTail)
  return {
    message: `${agent} ended ${how} before it had answered${last === '' ? '' : `: ${last}`}`,
    code: 'AGENT_CRASH',
    data: { exitCode, signal, stderrTail },
  }
}

/** The first line of what a program wrote in which this is said. */
export function lineWith(text: string, pattern: RegExp): string | undefined {
  return text
    .split('\n')
    .find((line) => pattern.test(line))
    ?.trim()
}

/** The last line of what a program wrote. */
export function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}
