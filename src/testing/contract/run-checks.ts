import type { CheckName } from './check-name.ts'
import type { CheckReport } from './report.ts'
import { needsRepetition, type Trial, type Tried } from './trial.ts'

/**
 * Runs the checks, several at a time if asked, in two steps: the handshake and a first turn, then the claims. Without a
 * first turn no claim can be tried. What a check did not see is looked for once more, alone, before it is reported.
 */
export async function runChecks(
  names: readonly CheckName[],
  trial: Trial,
  { concurrency, onCheck }: { concurrency: number; onCheck: (report: CheckReport) => void },
): Promise<CheckReport[]> {
  const reports = new Map<CheckName, CheckReport>()
  const settle = (tried: Tried): void => {
    const report = trial.report(tried)
    reports.set(tried.name, report)
    onCheck(report)
  }
  const first: readonly CheckName[] = names.filter((name) => name === 'handshake' || name === 'text')
  for (const name of first) settle(await twice(name, trial))
  const rest = names.filter((name) => !first.includes(name))
  if (rest.length > 0 && !first.includes('text')) await twice('text', trial)
  const again: Tried[] = []
  const waiting = [...rest]
  const work = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const tried = await trial.run(name)
      if (!needsRepetition(tried)) settle(tried)
      else if (concurrency > 1) again.push(tried)
      else settle(await trial.repeat(tried))
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, work))
  for (const tried of again) settle(await trial.repeat(tried))
  return names.flatMap((name) => reports.get(name) ?? [])
}

async function twice(name: CheckName, trial: Trial): Promise<Tried> {
  const tried = await trial.run(name)
  return needsRepetition(tried) ? trial.repeat(tried) : tried
}
