import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ViteUserConfig } from 'vitest/config'
import { projectRoot } from './package.ts'

/** Tests that start many processes. They take as long as all others, and run by `npm run test:processes`. */
export const processTests = [
  'test/cli/*.test.ts',
  'test/history/collect.test.ts',
  'test/mcp/*.test.ts',
  'test/run/fallback-faults.test.ts',
  'test/sessions/{crash,daemon}.test.ts',
  'src/process/{guardian,strays}.test.ts',
  'src/testing/contract/*.test.ts',
]

/** Tests that need a PostgreSQL server; they run by `npm run test:fleet`. */
export const fleetTests = ['test/fleet/*.test.ts']

/** What `npm test` and `npm run test:processes` share. */
export function testOptions(): NonNullable<ViteUserConfig['test']> {
  // Tests remember handshakes and versions like any program, and must not find or leave those of a user.
  const home = mkdtempSync(join(tmpdir(), 'capstan-tests-'))
  process.once('exit', () => rmSync(home, { recursive: true, force: true }))
  return {
    // Generous: a test says whether something works, never how fast, and the machine may be busy.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // More than the machine has cores: most of the time goes by waiting for processes.
    maxWorkers: 4,
    // A worker takes one file after the other and keeps the modules: loading them again for each takes a third of the time.
    isolate: false,
    setupFiles: ['test/shared-worker.ts'],
    // Programs that tests start from their sources are compiled once.
    env: {
      NODE_COMPILE_CACHE: join(projectRoot, 'node_modules/.cache/capstan-tests'),
      CAPSTAN_HOME: home,
    },
    globalSetup: ['test/global-setup.ts'],
  }
}
