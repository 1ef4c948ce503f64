const asked = process.env['CAPSTAN_TEST_ONLY']?.split(',')

/** Whether to test an agent: all, unless `CAPSTAN_TEST_ONLY` lists some. */
export function isAsked(agent: string): boolean {
  return asked?.includes(agent) ?? true
}

/** The agents with the longest checks, 9 and 13 minutes. */
const longest = ['openclaw', 'opencode']
const day = Math.floor(Date.now() / 86_400_000)

/** Whether to run all checks of an agent: those that take longest take turns by day, unless `CAPSTAN_ALL=1`. */
export function isDue(agent: string): boolean {
  if (asked !== undefined || process.env['CAPSTAN_ALL'] === '1') return isAsked(agent)
  return !longest.includes(agent) || longest[day % longest.length] === agent
}
