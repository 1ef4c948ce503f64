import { defineConfig } from 'vitest/config'
import { testOptions } from './test/support/vitest-config.ts'

/** All tests of this package, so that `npx vitest run <file>` finds any of them. */
export default defineConfig({
  test: { ...testOptions(), include: ['src/**/*.test.ts', 'test/**/*.test.ts'] },
})
