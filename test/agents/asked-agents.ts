const asked = process.env['CAPSTAN_TEST_ONLY']?.split(',')

/** Whether an agent is to be tried: all are, unless somebody names some. */
export function isAsked(agent: string): boolean {
  return asked?.includes(agent) ?? true
}
