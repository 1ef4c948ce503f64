import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Tests remember handshakes and versions like any program, and must not find or leave those of a user.
const home = mkdtempSync(join(tmpdir(), 'capstan-tests-'))
process.once('exit', () => rmSync(home, { recursive: true, force: true }))

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
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
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/capstan-tests'),
      CAPSTAN_HOME: home,
    },
    globalSetup: ['test/global-setup.ts'],
    typecheck: { enabled: true, include: ['src/**/*.test-d.ts', 'test/**/*.test-d.ts'] },
  },
})
