import { defineConfig } from 'vitest/config'

/** The real agents: they are installed into a cache first, so that this is a suite of its own. */
export default defineConfig({
  test: {
    include: ['test/agents/{live,models,scripted,thinking}.suite.ts'],
    fileParallelism: false,
    // Other people's programs on a busy machine: once is chance, twice is not.
    retry: 1,
    testTimeout: 150_000,
    hookTimeout: 600_000,
  },
})
