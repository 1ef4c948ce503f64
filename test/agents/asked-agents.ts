const asked = process.env['CAPSTAN_TEST_ONLY']?.split(',')

/** Whether to test an agent: all, unless `CAPSTAN_TEST_ONLY` lists some. */
export function isAsked(agent: string): boolean {
  return asked?.includes(agent) ?? true
}
