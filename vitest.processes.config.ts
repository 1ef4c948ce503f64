import { defineConfig } from 'vitest/config'
import { processTests, testOptions } from './test/support/vitest-config.ts'

/** The tests that start many processes: the command line, the daemon, the contract suite. */
export default defineConfig({ test: { ...testOptions(), include: processTests } })
