import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SandboxLab } from '../../test/support/sandbox-lab.ts'
import { sandboxSupport } from './bubblewrap.ts'
import { Sandbox } from './sandbox.ts'

/** Whether every user can enter the folders above a file. */
function isOpenToAll(file: string): boolean {
  const folder = dirname(file)
  return (statSync(folder).mode & 0o001) !== 0 && (folder === '/' || isOpenToAll(folder))
}

describe.runIf('path' in sandboxSupport(process.env))('the workspace of a sandbox', () => {
  let lab: SandboxLab

  beforeEach(() => {
    lab = new SandboxLab()
  })

  afterEach(() => lab[Symbol.dispose]())

  /** Writes in a window and after it, and says what was written. */
  async function written(folder: string, one = lab): Promise<string> {
    const { text, begun, sandbox, running } = await one.start(
      'touch before; echo ready; read x; touch during; read x; touch after; ls',
      { workspace: [folder], access: 'asked' },
    )
    await begun
    const close = await sandbox.allowWrites()
    running.stdin?.write('next\n')
    await expect.poll(() => existsSync(join(folder, 'during'))).toBe(true)
    close()
    await sandbox.settled()
    running.stdin?.write('next\n')
    const output = await text
    await running.stop()
    await sandbox.close()
    return output
  }

  it.each(['with spaces', 'with\na newline', 'with "quotes" and \\'])('may be named %j', async (name) => {
    const folder = join(lab.folder, name)
    mkdirSync(folder)
    expect(await written(folder)).toBe('ready\nduring\n')
  })

  it.runIf(existsSync('/dev/shm'))('may be on another mount', async () => {
    using other = new SandboxLab('/dev/shm')
    expect(await written(other.work, other)).toBe('ready\nduring\ninside.txt\n')
  })

  it.runIf(process.getuid?.() === 0)('may be below /mnt', async () => {
    using other = new SandboxLab('/mnt')
    expect(await written(other.work, other)).toBe('ready\nduring\ninside.txt\n')
  })

  it('may be a link, and is also at its real path', async () => {
    symlinkSync(lab.work, join(lab.folder, 'link'))
    expect(await written(join(lab.folder, 'link'))).toBe('ready\nduring\ninside.txt\n')
    expect(await lab.run(`pwd; cat ${lab.work}/inside.txt`, { workspace: [join(lab.folder, 'link')] })).toBe(
      `${lab.folder}/link\ninside\n`,
    )
  })

  it('may be in a home that is a link, without the hidden files of that home', async () => {
    lab.write('home/.netrc', 'password\n')
    lab.write('home/notes.txt', 'notes\n')
    const link = join(lab.folder, 'link-home')
    symlinkSync(lab.home, link)
    const home = { path: link, from: join(lab.folder, 'own') }
    const environment = { PATH: '/usr/bin:/bin', HOME: link }
    for (const workspace of [lab.home, link]) {
      const line = `cat ${lab.home}/.netrc ${link}/.netrc 2>/dev/null; cat notes.txt`
      expect(await lab.run(line, { workspace: [workspace], home, environment })).toBe('notes\n')
    }
  })

  it.each(['work/tmp', 'home/tmp', 'tmp'])('leaves %s writable as TMPDIR', async (name) => {
    mkdirSync(join(lab.folder, name))
    const environment = { PATH: '/usr/bin:/bin', HOME: lab.home, TMPDIR: join(lab.folder, name) }
    expect(
      await lab.run('cat inside.txt; cat "$(echo text > $TMPDIR/a; echo $TMPDIR/a)"', { environment }),
    ).toBe('inside\ntext\n')
    expect(existsSync(join(lab.folder, name, 'a'))).toBe(false)
  })

  it('is found without HOME', async () => {
    expect(await lab.run('cat inside.txt', { environment: { PATH: '/usr/bin:/bin' } })).toBe('inside\n')
  })

  it.each(['/', '/proc', '/sys/kernel', '/dev'])('cannot be %s', (folder) => {
    expect(() => new Sandbox(lab.plan({ workspace: [folder] }))).toThrow(
      expect.objectContaining({
        code: 'SANDBOX_FOLDER_REFUSED',
        hint: 'Choose a folder below it.',
      }) as Error,
    )
  })

  it('cannot ask without perl', () => {
    const path = process.env['PATH']
    process.env['PATH'] = join(lab.folder, 'nothing')
    try {
      expect(() => new Sandbox(lab.plan({ access: 'asked' }))).toThrow(
        'The sandbox cannot make the workspace writable: perl is not installed',
      )
    } finally {
      process.env['PATH'] = path
    }
  })

  it('cannot be shown without bubblewrap', () => {
    const environment = { PATH: join(lab.folder, 'nothing') }
    expect(() => new Sandbox(lab.plan({ environment }))).toThrow(
      expect.objectContaining({
        code: 'SANDBOX_UNAVAILABLE',
        message: 'The sandbox is unavailable: bubblewrap (bwrap) is not installed',
      }) as Error,
    )
  })

  const windowProgram = fileURLToPath(new URL('../../test/support/window-program.ts', import.meta.url))

  // In a clone that only root can enter, another user cannot start the program.
  it.runIf(process.getuid?.() === 0 && isOpenToAll(windowProgram))('works for a user who is not root', () => {
    chmodSync(lab.folder, 0o755)
    for (const one of [lab.work, lab.home, join(lab.folder, 'own'), lab.folder]) chownSync(one, 1000, 1000)
    const output = execFileSync(
      'setpriv',
      ['--reuid', '1000', '--regid', '1000', '--clear-groups', process.execPath, windowProgram, lab.folder],
      { encoding: 'utf8', env: { PATH: '/usr/bin:/bin', HOME: lab.home }, timeout: 30_000 },
    )
    expect(output).toBe('ready\nduring\ninside.txt\n')
  })

  /** Starts a process that keeps a file open, and waits until Capstan has ended it. */
  async function holding(line: string): Promise<{ output: string; held: string[] }> {
    const { text, sandbox, running, held } = await lab.start(
      `read x; ${line} & echo started; read x; touch after; ls`,
      { access: 'asked' },
    )
    const close = await sandbox.allowWrites()
    running.stdin?.write('next\n')
    await expect.poll(() => existsSync(join(lab.work, 'held'))).toBe(true)
    close()
    await expect.poll(() => held, { timeout: 10_000 }).toEqual([join(lab.work, 'held')])
    await new Promise((resolve) => setTimeout(resolve, 300))
    await sandbox.settled()
    running.stdin?.write('next\n')
    const output = await text
    await running.stop()
    await sandbox.close()
    return { output, held }
  }

  it('is read-only again after a process kept a file open', async () => {
    expect(await holding('(exec 9>held; sleep 60)')).toEqual({
      output: 'started\nheld\ninside.txt\n',
      held: [join(lab.work, 'held')],
    })
  }, 20_000)
})
