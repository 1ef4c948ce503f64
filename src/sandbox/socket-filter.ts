/** What an agent may do with Unix sockets. `datagrams`: not connect to the stream sockets of services. */
export type UnixSockets = 'none' | 'datagrams' | 'all'

interface Architecture {
  /** The AUDIT_ARCH value of the kernel. */
  readonly audit: number
  /** Numbers of system calls. */
  readonly socket: number
  readonly refused: readonly number[]
  /** Calls at or above this number belong to another calling convention. */
  readonly foreign?: number
}

/** `refused`: `io_uring_setup` creates sockets without the system call; `add_key`, `request_key` and `keyctl` read keys of the user. */
const architectures: Readonly<Record<string, Architecture>> = {
  x64: { audit: 0xc0_00_00_3e, socket: 41, refused: [425, 248, 249, 250], foreign: 0x40_00_00_00 },
  arm64: { audit: 0xc0_00_00_b7, socket: 198, refused: [425, 217, 218, 219] },
}

const load = 0x20
const jumpIfEqual = 0x15
const jumpIfAtLeast = 0x35
const answer = 0x06
const and = 0x54
const answers = {
  allow: 0x7f_ff_00_00,
  /** EPERM */
  refuse: 0x00_05_00_01,
  /** ENOSYS */
  missing: 0x00_05_00_26,
  /** EAFNOSUPPORT */
  noFamily: 0x00_05_00_61,
}

/** Where a system call's number, architecture and first two arguments are. */
const at = { call: 0, architecture: 4, family: 16, type: 24 }
const families = { unix: 1, internet: [2, 10], netlink: 16 }
const typeBits = 0x0f
const datagram = 2

/** One instruction of a classic BPF program. The next one follows unless the condition jumps to an answer. */
interface Step {
  readonly code: number
  readonly value: number
  readonly ifTrue?: keyof typeof answers
  readonly ifFalse?: keyof typeof answers
}

/**
 * A seccomp program for bubblewrap. Mounts cannot keep an agent from connecting to a Unix socket of the host in a folder
 * that it may read, and namespaces neither from the virtual machine's host (vsock) nor from the user's keyrings.
 * `socketpair` stays allowed. Undefined for an unknown architecture.
 */
export function socketFilter({
  architecture = process.arch,
  unix,
}: {
  architecture?: string
  unix: UnixSockets
}): Buffer | undefined {
  const known = architectures[architecture]
  if (known === undefined) return undefined
  const { audit, socket, refused, foreign } = known
  const steps: Step[] = [
    { code: load, value: at.architecture },
    { code: jumpIfEqual, value: audit, ifFalse: 'refuse' },
    { code: load, value: at.call },
    ...(foreign === undefined ? [] : [{ code: jumpIfAtLeast, value: foreign, ifTrue: 'missing' } as const]),
    ...refused.map((call) => ({ code: jumpIfEqual, value: call, ifTrue: 'missing' }) as const),
    { code: jumpIfEqual, value: socket, ifFalse: 'allow' },
    { code: load, value: at.family },
    ...[...families.internet, families.netlink].map(
      (family) => ({ code: jumpIfEqual, value: family, ifTrue: 'allow' }) as const,
    ),
    { code: jumpIfEqual, value: families.unix, ifFalse: 'noFamily' },
    ...unixSteps(unix),
  ]
  return programOf(steps)
}

/** The last steps: each way through them ends in an answer. */
function unixSteps(unix: UnixSockets): Step[] {
  const always = (name: 'allow' | 'refuse'): Step => ({
    code: jumpIfEqual,
    value: families.unix,
    ifTrue: name,
    ifFalse: name,
  })
  if (unix !== 'datagrams') return [always(unix === 'all' ? 'allow' : 'refuse')]
  return [
    { code: load, value: at.type },
    { code: and, value: typeBits },
    { code: jumpIfEqual, value: datagram, ifTrue: 'allow', ifFalse: 'refuse' },
  ]
}

/** The steps, followed by the answers to which they jump. */
function programOf(steps: readonly Step[]): Buffer {
  const names = Object.keys(answers)
  const bytes = Buffer.alloc((steps.length + names.length) * 8)
  const write = (
    index: number,
    [code, ifTrue, ifFalse, value]: readonly [number, number, number, number],
  ): void => {
    bytes.writeUInt16LE(code, index * 8)
    bytes.writeUInt8(ifTrue, index * 8 + 2)
    bytes.writeUInt8(ifFalse, index * 8 + 3)
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4)
  }
  steps.forEach(({ code, value, ifTrue, ifFalse }, index) => {
    // Jumps count the instructions to skip.
    const way = (name: string | undefined): number =>
      name === undefined ? 0 : steps.length + names.indexOf(name) - index - 1
    write(index, [code, way(ifTrue), way(ifFalse), value])
  })
  Object.values(answers).forEach((value, index) => write(steps.length + index, [answer, 0, 0, value]))
  return bytes
}
