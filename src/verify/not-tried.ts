import { checks } from '../testing/contract/checks.ts'
import type { CheckName } from '../testing/contract/check-name.ts'
import type { CheckReport, NotTriedCause } from '../testing/contract/report.ts'

/** The report of a check that could not be tried. */
export function notTried(name: CheckName, saw: string, cause: NotTriedCause): CheckReport {
  const { title, expected, capability, transport = 'acp' } = checks[name]
  return {
    name,
    title,
    ...(capability === undefined ? {} : { capability }),
    result: 'not-tried',
    scope: { transport },
    expected,
    saw,
    cause,
    isAdvertised: false,
    durationMs: 0,
    observed: [],
  }
}
