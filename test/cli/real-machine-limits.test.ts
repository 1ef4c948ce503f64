import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../../src/process/run-command.ts'
import { ownPlace } from '../support/namespaces.ts'
import { projectRoot } from '../support/package.ts'

const program = join(projectRoot, 'dist/cli/main.js')
const disk = mkdtempSync(join(tmpdir(), 'capstan-limits-'))
const home = join(disk, 'home')
mkdirSync(home)
afterAll(() => rmSync(disk, { recursive: true, force: true }))

/** Runs the program in a place of its own, with the npm of this machine. */
async function capstanIn(
  place: ReturnType<typeof ownPlace>,
  words: readonly string[],
): Promise<{ exitCode: number | null; error: string }> {
  if ('missing' in place) throw new Error(place.missing)
  const [command, ...before] = place.words
  const { exitCode, stderr } = await runCommand({
    command,
    arguments: [...before, process.execPath, program, ...words],
    environment: {
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: home,
      CAPSTAN_HOME: join(disk, 'capstan'),
    },
    timeout: 60_000,
  })
  return { exitCode, error: stderr.split('\n').find((line) => line.startsWith('error ')) ?? stderr }
}

describe('without a network', () => {
  const place = ownPlace(['--net'], 'ip link set lo up')
  beforeEach(({ skip }) => 'missing' in place && skip(place.missing))

  it('is named when npm cannot fetch an agent', async () => {
    const { exitCode, error } = await capstanIn(place, ['install', 'codex'])
    expect(exitCode).toBe(1)
    expect(error).toMatch(
      /^error OFFLINE: Installing codex failed: the network is unreachable \(E\w+\) — Check the connection/,
    )
  }, 60_000)
})

const written: readonly (readonly [name: string, words: readonly string[]])[] = [
  ['config set', ['config', 'set', 'agent', 'sim']],
  ['serve', ['serve', 'sim', '--port', '0', '--no-open']],
  ['session new', ['session', 'new', 'sim']],
  ['a2e serve', ['a2e', 'serve', '--http', '--port', '0', '--state', disk]],
  ['install', ['install', 'codex']],
]

describe('on a full disk', () => {
  const fill = 'dd if=/dev/zero of=fill bs=1k 2>/dev/null; [ -s fill ]'
  const place = ownPlace(['--mount'], `mount -t tmpfs -o size=64k none ${disk} && cd ${disk} && { ${fill}; }`)
  beforeEach(({ skip }) => 'missing' in place && skip(place.missing))

  it.each(written)('names it: %s', async (_, words) => {
    const { exitCode, error } = await capstanIn(place, words)
    expect(exitCode).toBe(1)
    expect(error).toMatch(
      /^error (DISK|STORE)_FULL: .*(disk is full|No disk space left).* — Free some (disk )?space/,
    )
  })

  it('completes the run, and reports that the recording stopped', async () => {
    const { exitCode, error } = await capstanIn(place, ['run', 'sim', 'say hi', '--record', 'messages.jsonl'])
    expect(exitCode).toBe(0)
    expect(error).toContain('Recording to messages.jsonl stopped: ENOSPC')
  })
})

describe('on a read-only disk', () => {
  const place = ownPlace(['--mount'], `mount -t tmpfs -o ro none ${disk} && cd ${disk}`)
  beforeEach(({ skip }) => 'missing' in place && skip(place.missing))

  it.each(written)('names it: %s', async (_, words) => {
    const { exitCode, error } = await capstanIn(place, words)
    expect(exitCode).toBe(1)
    expect(error).toMatch(/^error DISK_READ_ONLY: /)
  })
})
