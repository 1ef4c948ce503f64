import { execFileSync, spawn } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { outputOf } from '../../test/support/sandbox-lab.ts'
import { startProcess } from '../process/start-process.ts'
import { sandboxSupport } from './bubblewrap.ts'
import { Sandbox } from './sandbox.ts'
import type { SandboxPlan } from './sandbox-plan.ts'

const support = sandboxSupport(process.env)

/** Needs bubblewrap and the right to make namespaces. */
describe.runIf('path' in support)('a sandbox', () => {
  let folder: string
  let work: string
  let home: string

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-sandbox-')))
    work = join(folder, 'work')
    home = join(folder, 'home')
    for (const one of [work, home, join(folder, 'own')]) mkdirSync(one)
    writeFileSync(join(work, 'inside.txt'), 'inside\n')
    writeFileSync(join(folder, 'secret.txt'), 'secret\n')
    writeFileSync(join(home, '.netrc'), 'password\n')
  })

  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  function planOf(change: Partial<SandboxPlan> = {}): SandboxPlan {
    return {
      workspace: [work],
      access: 'read',
      shown: [],
      readable: [],
      writable: [],
      home: { path: home, from: join(folder, 'own') },
      mounts: [],
      sockets: [],
      programs: [],
      environment: { PATH: process.env['PATH'], HOME: home },
      network: { ports: [3128] },
      ...change,
    }
  }

  /** Runs a shell line in a sandbox; each message of the test continues its next `read`. */
  async function inSandbox(line: string, change: Partial<SandboxPlan> = {}): Promise<string> {
    const { text, sandbox, running } = await started(line, change)
    const output = await text
    await running.stop()
    await sandbox.close()
    return output
  }

  async function started(line: string, change: Partial<SandboxPlan> = {}, answer = 'answer') {
    const plan = planOf(change)
    const sandbox = new Sandbox(plan)
    const [command, ...words] = sandbox.command(['/bin/sh', '-c', line])
    const running = await startProcess({
      command,
      arguments: words,
      environment: plan.environment,
      cwd: work,
      stdin: 'open',
      ...sandbox.stdio,
      onChild: (child) =>
        sandbox.attach(child, {
          onSocket: (_, server) =>
            server.on('connection', (socket) =>
              socket.once('data', () => socket.end(`HTTP/1.0 200 OK\r\n\r\n${answer}`)),
            ),
        }),
    })
    const { text, begun } = outputOf(running.stdout)
    return { text, begun, sandbox, running }
  }

  it('shows the workspace and nothing beside it', async () => {
    symlinkSync(join(folder, 'secret.txt'), join(work, 'link'))
    const output = await inSandbox(
      `cat inside.txt; for f in ${folder}/secret.txt link ../secret.txt ${home}/.netrc /etc/shadow /opt/*/*; do cat $f 2>/dev/null; done; ls ${folder}`,
    )
    expect(output).toBe('inside\nhome\nwork\n')
  })

  it('refuses every change of the workspace that is only read', async () => {
    linkSync(join(folder, 'secret.txt'), join(work, 'hard'))
    const output = await inSandbox(
      'touch new; echo x > inside.txt; echo x > hard; rm inside.txt; mkdir folder; mkfifo pipe; ln inside.txt other; chmod 777 inside.txt; mount -o remount,rw . ; echo end 2>&1',
    )
    expect(output).toBe('end\n')
    expect(readFileSync(join(work, 'inside.txt'), 'utf8')).toBe('inside\n')
    expect(readFileSync(join(folder, 'secret.txt'), 'utf8')).toBe('secret\n')
    expect(execFileSync('ls', [work], { encoding: 'utf8' })).toBe('hard\ninside.txt\n')
  })

  it('empties the folders that the agent writes to when it starts', async () => {
    mkdirSync(join(work, '.agent'))
    writeFileSync(join(work, '.agent/settings.json'), '{}\n')
    const output = await inSandbox('ls .agent; echo x > .agent/new; ls .agent', {
      scratch: ['.agent', 'missing'],
    })
    expect(output).toBe('new\n')
    expect(execFileSync('ls', [join(work, '.agent')], { encoding: 'utf8' })).toBe('settings.json\n')
  })

  it('hides what only root and groups can read of the system, also from root', async () => {
    const output = await inSandbox(
      'find /etc -type f ! -perm -o=r -size +0; cat /etc/shadow; cat /etc/hostname | wc -l',
    )
    expect(output).toBe('1\n')
  })

  it('shows the settings of git and the tools of uv without their stored passwords', async () => {
    for (const [file, text] of [
      ['.config/git/ignore', '*.log'],
      ['.config/git/credentials', 'password'],
      ['.local/share/uv/tools/a/bin/a', 'tool'],
      ['.local/share/uv/credentials/c.toml', 'password'],
    ] as const) {
      mkdirSync(dirname(join(home, file)), { recursive: true })
      writeFileSync(join(home, file), `${text}\n`)
    }
    const output = await inSandbox(`cd ${home}; find . -type f | sort`)
    expect(output).toBe('./.config/git/ignore\n./.local/share/uv/tools/a/bin/a\n')
  })

  it('refuses to write beside the mounts', async () => {
    const output = await inSandbox(`echo x > /file; mkdir ${folder}/new; touch /tmp/own && echo own`)
    expect(output).toBe('own\n')
  })

  it('hides the workspace except for the shown files', async () => {
    writeFileSync(join(work, 'AGENTS.md'), 'instructions\n')
    symlinkSync(join(folder, 'secret.txt'), join(work, 'CLAUDE.md'))
    mkdirSync(join(work, '.git'))
    const output = await inSandbox(
      'ls -A; cat AGENTS.md; cat inside.txt CLAUDE.md 2>/dev/null; echo x > new; ls',
      {
        access: 'hidden',
        shown: ['AGENTS.md', 'CLAUDE.md', 'missing.md'],
      },
    )
    expect(output).toBe('.git\nAGENTS.md\ninstructions\nAGENTS.md\n')
  })

  it('writes only while a window is open', async () => {
    const { text, begun, sandbox, running } = await started(
      'touch before; echo ready; read x; touch during && echo wrote; read x; touch after; echo over',
      { access: 'asked' },
    )
    await begun
    const close = await sandbox.allowWrites()
    running.stdin?.write('next\n')
    await expect.poll(() => existsSync(join(work, 'during'))).toBe(true)
    close()
    await sandbox.settled()
    running.stdin?.write('next\n')
    expect(await text).toBe('ready\nwrote\nover\n')
    await running.stop()
    await sandbox.close()
    expect(execFileSync('ls', [work], { encoding: 'utf8' })).toBe('during\ninside.txt\n')
  })

  it('reaches the listening socket that Capstan serves, and no other', async () => {
    const host = createServer((socket) => socket.end('host'))
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
    const { port } = host.address() as AddressInfo
    const output = await inSandbox(
      `sleep 0.5; curl -s -m 3 http://127.0.0.1:3128/; curl -s -m 3 http://127.0.0.1:${port}/ || echo " refused"; curl -s -m 3 http://192.0.2.1/ || echo unreachable; getent hosts example.com || echo unresolved`,
    )
    host.close()
    expect(output).toBe('answer refused\nunreachable\nunresolved\n')
  })

  it('refuses Unix sockets of the host, also in the workspace', async () => {
    const server = createServer((socket) => socket.end('host'))
    await new Promise<void>((resolve) => server.listen(join(work, 'host.sock'), resolve))
    const output = await inSandbox(
      `python3 -c 'import socket
s=socket.socket(socket.AF_UNIX); s.connect("${work}/host.sock"); print("connected")' 2>&1 | tail -1; curl -s --unix-socket host.sock http://x/ || echo refused`,
    )
    server.close()
    expect(output).toMatch(/^(PermissionError: .*|.*python3: not found)\nrefused\n$/)
  })

  it('reaches a Unix socket that the plan names, and no other one of the workspace', async () => {
    const serve = async (path: string): Promise<() => void> => {
      const server = createServer((socket) =>
        socket.once('data', () => socket.end(`HTTP/1.0 200 OK\r\n\r\nhost\n`)),
      )
      await new Promise<void>((resolve) => server.listen(path, resolve))
      return () => server.close()
    }
    const close = [await serve(join(folder, 'own.sock')), await serve(join(work, 'other.sock'))]
    const output = await inSandbox(
      `curl -s --unix-socket ${folder}/own.sock http://x/; curl -s --unix-socket other.sock http://x/ || echo refused`,
      { sockets: [join(folder, 'own.sock')] },
    )
    for (const end of close) end()
    expect(output).toBe('host\nrefused\n')
  })

  it('does not write to a named pipe of the workspace', async () => {
    execFileSync('mkfifo', [join(work, 'pipe')])
    const reader = spawn('cat', [join(work, 'pipe')], { stdio: ['ignore', 'pipe', 'ignore'] })
    let read = ''
    reader.stdout.on('data', (text: Buffer) => (read += text.toString('utf8')))
    await inSandbox('echo escaped > pipe; echo end')
    reader.kill()
    expect(read).toBe('')
  })

  it('ends every process of the sandbox with the agent', async () => {
    const mark = `capstan-stray-${process.pid}`
    await inSandbox(`env -i setsid sh -c 'exec -a ${mark} sleep 60' >/dev/null 2>&1 & sleep 0.2; echo end`)
    const left = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    expect(left).not.toContain(`${mark} 60`)
  })

  it('gives the agent neither capabilities over mounts nor the variables of the channel', async () => {
    const output = await inSandbox(
      'env | grep NODE_CHANNEL; grep CapEff /proc/self/status; ls /proc/self/fd | wc -l',
    )
    expect(output).toMatch(/^CapEff:\t000000000000000[0b]\n[45]\n$/)
  })

  it('shows the workspace of a linked worktree with its repository', async () => {
    const main = join(folder, 'main')
    const git = (...words: string[]): string =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', ...words], {
        encoding: 'utf8',
        cwd: main,
      })
    mkdirSync(main)
    git('init', '-q')
    git('commit', '-q', '--allow-empty', '-m', 'first')
    git('worktree', 'add', '-q', join(folder, 'tree'))
    const output = await inSandbox('git log --format=%s', { workspace: [join(folder, 'tree')] })
    expect(output).toBe('first\n')
  })

  it('shows the files of a home that is the workspace, without the hidden ones', async () => {
    writeFileSync(join(home, 'notes.txt'), 'notes\n')
    writeFileSync(join(folder, 'own', '.settings'), 'own\n')
    const output = await inSandbox('ls -A; cat notes.txt .settings .netrc 2>/dev/null', { workspace: [home] })
    expect(output).toBe('.settings\nnotes.txt\nnotes\nown\n')
  })

  it('starts programs below the home', async () => {
    const bin = join(home, '.nvm/versions/node/v1/bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, 'tool'), '#!/bin/sh\necho tool\n', { mode: 0o755 })
    const output = await inSandbox('tool', {
      environment: { PATH: `${bin}:/usr/bin:/bin`, HOME: home },
    })
    expect(output).toBe('tool\n')
  })

  it('keeps the home of the user out of reach', async () => {
    await inSandbox(`echo changed > ${home}/.bashrc; cat ${home}/.bashrc`)
    expect(existsSync(join(home, '.bashrc'))).toBe(false)
    expect(readFileSync(join(folder, 'own', '.bashrc'), 'utf8')).toBe('changed\n')
  })
})
