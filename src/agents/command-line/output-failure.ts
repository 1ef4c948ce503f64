import type { AgentExit } from './output-reader.ts'
import type { AgentFailure } from './provider-failure.ts'

/** The failure of a program that ended without reporting a result. */
export function crashFailure(agent: string, { exitCode, signal, stderrTail }: AgentExit): AgentFailure {
  const how = signal === null ? `with exit code ${exitCode}` : `by ${signal}`
  const last = causeLine(stderrTail)
  return {
    message: `${agent} ended ${how} before it had answered${last === '' ? '' : `: ${last}`}`,
    code: 'AGENT_CRASH',
    data: { exitCode, signal, stderrTail },
  }
}

/** The first line of a program's output that matches the pattern. */
export function lineWith(text: string, pattern: RegExp): string | undefined {
  return text
    .split('\n')
    .find((line) => pattern.test(line))
    ?.trim()
}

/** The last line of a program's output. */
export function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}

/** The line that says why a program ended: the last one, or the error above the one in which Node says its version. */
export function causeLine(text: string): string {
  const last = lastLine(text)
  if (!/^Node\.js v\d/.test(last)) return last
  return text.split('\n').findLast((line) => /^(?:Uncaught )?\w*Error\b.*: ./.test(line)) ?? last
}
