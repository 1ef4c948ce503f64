import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { CapstanError } from '../core/capstan-error.ts'
import { ignore } from '../core/ignore.ts'
import { childProcess } from '../process/child-process.ts'
import { findOnPath } from './bubblewrap.ts'
import { fileHolders } from './file-holders.ts'
import { mountsOf } from './mounts.ts'

/**
 * Enters the mount namespace of a sandbox and changes its mounts between read-only and writable, one answer per line.
 * In Perl, because neither Node nor `nsenter` can enter the user namespace that owns the mounts.
 */
const program = `use strict; use POSIX (); $| = 1;
my %numbers = (x86_64 => [165, 308], aarch64 => [40, 268]);
my ($mount, $setns) = @{$numbers{(POSIX::uname())[4]} // die "unknown architecture"};
my ($pid, $flags, @paths) = @ARGV;
open(my $mounts, '<', "/proc/$pid/ns/mnt") or die "cannot open the namespace: $!";
my $owner = ioctl($mounts, 0xb701, 0) // die "cannot find the owner of the namespace: $!";
syscall($setns, $owner + 0, 0x10000000) == 0 or $!{EINVAL} or die "cannot enter the user namespace: $!";
syscall($setns, fileno($mounts), 0x20000) == 0 or die "cannot enter the mount namespace: $!";
my ($none, $empty) = ('none', '');
print "ready\\n";
while (my $line = <STDIN>) {
  my $problem = '';
  for my $path (@paths) {
    syscall($mount, $none, $path, $empty, 0x1020 | $flags | ($line =~ /read/ ? 1 : 0), 0) == 0 or $problem = "$!";
  }
  print $problem eq '' ? "done\\n" : "failed: $problem\\n";
}`

/** How long to wait before another attempt to close a window while a file is open for writing. */
const retryMs = 100
/** After this time, the processes that keep a file open are ended; after twice this time, the sandbox is. */
const heldMs = 2000

export interface WindowOptions {
  /** The program `perl`. */
  readonly perl: string
  /** The folders that the window changes. */
  readonly paths: readonly string[]
  /** A process kept this file open for writing, and was ended. */
  readonly onHeld?: ((file: string) => void) | undefined
}

/** The program that changes the mounts. @throws CapstanError `SANDBOX_UNAVAILABLE` */
export function requirePerl(path: string): string {
  const perl = findOnPath('perl', path)
  if (perl === undefined) throw windowError('perl is not installed')
  return perl
}

/** The mounts of a workspace in a sandbox, read-only except while a window is open. */
export class WritableWindow {
  readonly #pid: number
  readonly #perl: string
  readonly #paths: readonly string[]
  readonly #onHeld: (file: string) => void
  #closingSince = 0
  #hasEndedHolders = false
  #helper: Promise<ChildProcess> | undefined
  #open = 0
  #order: Promise<unknown> = Promise.resolve()
  #isEnded = false

  /** @param pid the first process of the sandbox */
  constructor(pid: number, { perl, paths, onHeld = ignore }: WindowOptions) {
    this.#pid = pid
    this.#perl = perl
    this.#paths = paths
    this.#onHeld = onHeld
  }

  /** Starts the program that changes the mounts, so that the first window opens sooner. @throws CapstanError */
  async prepare(): Promise<void> {
    this.#helper ??= this.#start()
    await this.#helper
  }

  /** Makes the workspace writable until the returned function is called; windows may overlap. */
  async open(): Promise<() => void> {
    this.#open++
    await this.#inOrder(() => this.#set('write'))
    let isClosed = false
    return () => {
      if (isClosed) return
      isClosed = true
      this.#open--
      void this.#inOrder(() => this.#close())
    }
  }

  /** Resolves after every requested change, also one that is tried again because a file is open. */
  async settled(): Promise<void> {
    await this.#order
    while (this.#closingSince !== 0 && !this.#isEnded) {
      await new Promise((resolve) => setTimeout(resolve, retryMs / 2))
      await this.#order
    }
  }

  /** The sandbox has ended. */
  async end(): Promise<void> {
    this.#isEnded = true
    const helper = await this.#helper?.catch(() => undefined)
    helper?.stdin?.end()
  }

  /**
   * A file that is open for writing keeps the mount writable: try again until it is closed, and then end its processes.
   * Another mount over this one would not help, because the agent's working folder is in this one.
   */
  async #close(): Promise<void> {
    if (this.#open > 0 || this.#isEnded) {
      this.#closingSince = 0
      return
    }
    this.#closingSince ||= performance.now()
    try {
      await this.#set('read')
      this.#closingSince = 0
      this.#hasEndedHolders = false
    } catch {
      this.#endHolders(performance.now() - this.#closingSince)
      setTimeout(() => void this.#inOrder(() => this.#close()), retryMs).unref()
    }
  }

  #endHolders(heldFor: number): void {
    if (heldFor >= heldMs && !this.#hasEndedHolders) {
      this.#hasEndedHolders = true
      for (const { pid, file } of fileHolders(this.#pid, this.#paths)) {
        this.#onHeld(file)
        killProcess(pid)
      }
    } else if (heldFor >= 2 * heldMs) {
      this.#onHeld(this.#paths[0] ?? '/')
      // Every process of the sandbox ends with its first one.
      killProcess(this.#pid)
      this.#isEnded = true
    }
  }

  #inOrder<Result>(step: () => Promise<Result>): Promise<Result> {
    const next = this.#order.then(step)
    this.#order = next.catch(() => {})
    return next
  }

  async #set(access: 'read' | 'write'): Promise<void> {
    await this.prepare()
    const helper = await this.#helper
    const answer = answerOf(helper as ChildProcess)
    helper?.stdin?.write(`${access}\n`)
    const text = await answer
    if (text !== 'done') throw windowError(text)
  }

  async #start(): Promise<ChildProcess> {
    await completeMounts(this.#pid, () => this.#isEnded)
    const flags = String(mountFlags(this.#pid, this.#paths[0] ?? '/'))
    const helper = childProcess().spawn(
      this.#perl,
      ['-e', program, '--', String(this.#pid), flags, ...this.#paths],
      {
        stdio: ['pipe', 'pipe', 'pipe'],
        detached: true,
      },
    )
    let problem = ''
    helper.on('error', (error) => (problem = error.message))
    helper.stdin.on('error', () => {})
    helper.stderr.on('data', (text: Buffer) => (problem += text.toString('utf8')))
    const ready = await answerOf(helper)
    if (ready !== 'ready') throw windowError(problem.trim() || 'perl did not start')
    helper.unref()
    return helper
  }
}

async function answerOf(helper: ChildProcess): Promise<string> {
  const { stdout } = helper
  if (stdout === null || helper.exitCode !== null) return 'ended'
  const ended = new AbortController()
  const answer = once(stdout, 'data', { signal: ended.signal }).then(([text]) => String(text).trim())
  const end = once(stdout, 'close', { signal: ended.signal }).then(() => 'ended')
  try {
    return await Promise.race([answer, end])
  } catch {
    return 'ended'
  } finally {
    ended.abort()
    answer.catch(() => {})
    end.catch(() => {})
  }
}

const flagBits: Readonly<Record<string, number>> = {
  nosuid: 2,
  nodev: 4,
  noexec: 8,
  noatime: 1024,
  nodiratime: 2048,
  relatime: 1 << 21,
}

const setupMs = 5000

/** Waits until bubblewrap has made the mounts of a sandbox: it works in folders of its own until then. */
async function completeMounts(pid: number, isEnded: () => boolean): Promise<void> {
  const host = mountsOf(process.pid).find(({ path }) => path === '/')
  const isComplete = (): boolean => {
    const mounts = mountsOf(pid)
    const isBeingMade = mounts.some(({ path }) => path.startsWith('/oldroot') || path.startsWith('/newroot'))
    return !isBeingMade && mounts.some(({ path, id }) => path === '/' && id !== host?.id)
  }
  for (const until = Date.now() + setupMs; !isEnded() && !isComplete();) {
    if (Date.now() > until) throw windowError('bubblewrap did not finish its mounts within 5 seconds')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** The mount flags that a change must repeat: the kernel refuses to clear those that the sandbox inherited. */
function mountFlags(pid: number, path: string): number {
  const mount = mountsOf(pid).findLast((one) => one.path === path)
  return (mount?.options ?? []).reduce((bits, option) => bits | (flagBits[option] ?? 0), 0)
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

function windowError(problem: string): CapstanError {
  return new CapstanError(
    'SANDBOX_UNAVAILABLE',
    `The sandbox cannot make the workspace writable: ${problem}`,
    {
      hint: 'Install perl, or use the policy allow-reads.',
      commandHint: 'Install perl, or use --permissions allow-reads.',
    },
  )
}
