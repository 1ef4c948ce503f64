import { defineConfig } from 'vitest/config'

/** The real agents held to the contract, on both roads: long, and not part of what every change has to pass. */
export default defineConfig({
  test: {
    include: ['test/agents/{contract,planned-thinking,roads}.suite.ts'],
    fileParallelism: false,
    retry: 1,
    testTimeout: 150_000,
    hookTimeout: 600_000,
  },
})
