import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { startProcess, type RunningProcess } from '../../src/process/start-process.ts'
import { Sandbox } from '../../src/sandbox/sandbox.ts'
import type { SandboxPlan } from '../../src/sandbox/sandbox-plan.ts'

export interface StartedSandbox {
  readonly text: Promise<string>
  /** Resolves with the first output. */
  readonly begun: Promise<void>
  readonly sandbox: Sandbox
  readonly running: RunningProcess
  /** The files that processes kept open. */
  readonly held: string[]
}

/** A user's machine in a folder: a home, a workspace, and a place for programs. */
export class SandboxLab implements Disposable {
  readonly folder: string
  readonly work: string
  readonly home: string

  constructor(parent = tmpdir()) {
    this.folder = realpathSync(mkdtempSync(join(parent, 'capstan-setup-')))
    this.work = join(this.folder, 'work')
    this.home = join(this.folder, 'home')
    for (const one of [this.work, this.home, join(this.folder, 'own')]) mkdirSync(one)
    writeFileSync(join(this.work, 'inside.txt'), 'inside\n')
  }

  /** Writes a file below the folder; `#!` makes it a program. */
  write(path: string, text: string): string {
    const file = join(this.folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 })
    return file
  }

  plan(change: Partial<SandboxPlan> = {}): SandboxPlan {
    return {
      workspace: [this.work],
      access: 'read',
      shown: [],
      readable: [],
      writable: [],
      home: { path: this.home, from: join(this.folder, 'own') },
      mounts: [],
      sockets: [],
      programs: [],
      environment: { PATH: '/usr/bin:/bin', HOME: this.home },
      network: 'open',
      ...change,
    }
  }

  async start(line: string, change: Partial<SandboxPlan> = {}): Promise<StartedSandbox> {
    const plan = this.plan(change)
    const sandbox = new Sandbox(plan)
    const held: string[] = []
    const [command, ...words] = sandbox.command(['/bin/sh', '-c', line])
    const running = await startProcess({
      command,
      arguments: words,
      environment: plan.environment,
      cwd: plan.workspace[0],
      stdin: 'open',
      ...sandbox.stdio,
      onChild: (child) =>
        sandbox.attach(child, { onSocket: (_, server) => server.close(), onHeld: (file) => held.push(file) }),
    })
    const { text, begun } = outputOf(running.stdout)
    return { text, begun, sandbox, running, held }
  }

  /** What a shell line prints in a sandbox. */
  async run(line: string, change: Partial<SandboxPlan> = {}): Promise<string> {
    const { text, sandbox, running } = await this.start(line, change)
    const output = await text
    await running.stop()
    await sandbox.close()
    return output
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** The whole output, and its beginning. */
export function outputOf(stdout: Readable): { text: Promise<string>; begun: Promise<void> } {
  const [text, begun] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()]
  let all = ''
  stdout.on('data', (chunk: Buffer) => {
    all += chunk.toString('utf8')
    begun.resolve()
  })
  stdout.on('end', () => text.resolve(all))
  return { text: text.promise, begun: begun.promise }
}
