import { defineConfig } from 'vitest/config'
import { fleetTests, testOptions } from './test/support/vitest-config.ts'

/** The tests with a PostgreSQL server and several nodes, and those of the store on that server. */
export default defineConfig({
  test: {
    ...testOptions(),
    include: [
      ...fleetTests,
      'test/sessions/fleet*.test.ts',
      'src/sessions/store/postgres/*.test.ts',
      'src/sessions/store/stores*.test.ts',
      'src/sessions/delivery/delivery.property.test.ts',
      'test/sessions/crash.test.ts',
    ],
    globalSetup: ['test/global-setup.ts', 'test/fleet/global-setup.ts'],
  },
})
