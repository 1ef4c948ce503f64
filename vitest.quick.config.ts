import { configDefaults, defineConfig } from 'vitest/config'
import { fleetTests, processTests, testOptions } from './test/support/vitest-config.ts'

/** What `npm test` runs: all tests but those that start many processes or need a server. */
export default defineConfig({
  test: {
    ...testOptions(),
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...processTests, ...fleetTests],
    typecheck: { enabled: true, include: ['src/**/*.test-d.ts', 'test/**/*.test-d.ts'] },
  },
})
