import { defineConfig } from 'vitest/config'

/** The page in a real browser, which `npm test` does without. */
export default defineConfig({
  test: {
    include: ['test/page/*.suite.ts'],
    // The pictures of the docs are taken again only where that is wanted.
    exclude: process.env['CAPSTAN_PICTURES'] === '1' ? [] : ['test/page/pictures.suite.ts'],
    fileParallelism: false,
    // Generous: a test says whether something works, never how fast, and the machine may be busy.
    testTimeout: 240_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    globalSetup: ['test/support/page/require-browser.ts', 'test/global-setup.ts'],
  },
})
