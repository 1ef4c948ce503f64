import { defineConfig } from 'vitest/config'

/** The real agents: they are installed into a cache first, so that this is a run of its own. */
export default defineConfig({
  test: {
    include: ['test/agents/*.suite.ts'],
    fileParallelism: false,
    // Other people's programs on a busy machine: once is chance, twice is not.
    retry: 1,
    testTimeout: 450_000,
    hookTimeout: 600_000,
    globalSetup: ['test/global-setup.ts'],
  },
})
