import { defineConfig } from 'vitest/config'

/** The programs of `examples/`, each in a folder of its own with the packed package, as a user installs it. */
export default defineConfig({
  test: {
    include: ['test/examples/*.suite.ts'],
    // Generous: a test says whether something works, never how fast, and the machine may be busy.
    testTimeout: 240_000,
    hookTimeout: 600_000,
    maxWorkers: 2,
    globalSetup: ['test/global-setup.ts', 'test/examples/global-setup.ts'],
  },
})
