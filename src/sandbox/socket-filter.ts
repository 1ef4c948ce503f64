/** One instruction of a classic BPF program. */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number]

interface Architecture {
  /** The AUDIT_ARCH value of the kernel. */
  readonly audit: number
  /** Numbers of system calls. */
  readonly socket: number
  readonly ioUringSetup: number
  /** Calls at or above this number belong to another calling convention. */
  readonly foreign?: number
}

const architectures: Readonly<Record<string, Architecture>> = {
  x64: { audit: 0xc0_00_00_3e, socket: 41, ioUringSetup: 425, foreign: 0x40_00_00_00 },
  arm64: { audit: 0xc0_00_00_b7, socket: 198, ioUringSetup: 425 },
}

const load = 0x20
const jumpIfEqual = 0x15
const jumpIfAtLeast = 0x35
const answer = 0x06
const allow = 0x7f_ff_00_00
const and = 0x54
const refuse = 0x00_05_00_00
const notPermitted = 1
const notImplemented = 38
const unixFamily = 1
const typeBits = 0x0f
const datagram = 2

/**
 * A seccomp program for bubblewrap that refuses Unix sockets: mounts cannot keep an agent from connecting to a socket
 * of the host in a folder that it may read. `socketpair` stays allowed. io_uring is refused because it creates sockets
 * without the system call. Undefined for an unknown architecture.
 * @param options.datagrams lets datagram sockets through, which cannot connect to the stream sockets of services
 */
export function socketFilter({
  architecture = process.arch,
  datagrams = false,
}: { architecture?: string; datagrams?: boolean } = {}): Buffer | undefined {
  const known = architectures[architecture]
  if (known === undefined) return undefined
  const { audit, socket, ioUringSetup, foreign } = known
  // Jumps count the instructions to skip.
  const lines: Instruction[] = [
    [load, 0, 0, 4],
    [jumpIfEqual, 1, 0, audit],
    [answer, 0, 0, refuse | notPermitted],
    [load, 0, 0, 0],
    ...(foreign === undefined
      ? []
      : ([
          [jumpIfAtLeast, 0, 1, foreign],
          [answer, 0, 0, refuse | notImplemented],
        ] as const)),
    [jumpIfEqual, 0, 1, ioUringSetup],
    [answer, 0, 0, refuse | notImplemented],
    [jumpIfEqual, 0, datagrams ? 6 : 3, socket],
    [load, 0, 0, 16],
    [jumpIfEqual, 0, datagrams ? 4 : 1, unixFamily],
    ...(datagrams
      ? ([
          [load, 0, 0, 24],
          [and, 0, 0, typeBits],
          [jumpIfEqual, 1, 0, datagram],
        ] as const)
      : []),
    [answer, 0, 0, refuse | notPermitted],
    [answer, 0, 0, allow],
  ]
  const bytes = Buffer.alloc(lines.length * 8)
  lines.forEach(([code, ifTrue, ifFalse, value], index) => {
    bytes.writeUInt16LE(code, index * 8)
    bytes.writeUInt8(ifTrue, index * 8 + 2)
    bytes.writeUInt8(ifFalse, index * 8 + 3)
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4)
  })
  return bytes
}
