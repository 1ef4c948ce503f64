import { expect, test } from 'vitest'
import { socketFilter } from './socket-filter.ts'

const refuse = 0x00_05_00_01
const allow = 0x7f_ff_00_00
const missing = 0x00_05_00_26
const noFamily = 0x00_05_00_61

/** Runs the filter on a system call of x64, as the kernel does. */
function verdict(program: Buffer | undefined, call: number, [first, second]: [number, number]): number {
  const data: Record<number, number> = { 0: call, 4: 0xc0_00_00_3e, 16: first, 24: second }
  let value = 0
  if (program === undefined) throw new Error('No filter for this architecture')
  for (let at = 0; ; at++) {
    const [code, k] = [program.readUInt16LE(at * 8), program.readUInt32LE(at * 8 + 4)]
    if (code === 0x06) return k
    if (code === 0x20) value = data[k] ?? 0
    else if (code === 0x54) value &= k
    else at += program.readUInt8(at * 8 + ((code === 0x15 ? value === k : value >= k) ? 2 : 3))
  }
}

const calls = { socket: 41, keyctl: 250, ioUring: 425, read: 0 }
const [unix, inet, inet6, netlink, packet, algorithm, vsock] = [1, 2, 10, 16, 17, 38, 40] as const
const [stream, datagram, raw, closeOnExec] = [1, 2, 3, 0x8_00_00] as const

test('lets only datagram sockets through if an agent needs them', () => {
  const closed = socketFilter({ architecture: 'x64', unix: 'none' })
  const open = socketFilter({ architecture: 'x64', unix: 'datagrams' })
  expect([
    verdict(closed, calls.socket, [unix, datagram]),
    verdict(open, calls.socket, [unix, datagram]),
    verdict(open, calls.socket, [unix, datagram | closeOnExec]),
    verdict(open, calls.socket, [unix, stream]),
    verdict(open, calls.socket, [unix, raw]),
    verdict(socketFilter({ architecture: 'x64', unix: 'all' }), calls.socket, [unix, stream]),
  ]).toEqual([refuse, allow, allow, refuse, refuse, allow])
})

test.each(['none', 'datagrams', 'all'] as const)(
  'allows sockets of the internet alone beside Unix sockets, and no keyring (%s)',
  (sockets) => {
    const filter = socketFilter({ architecture: 'x64', unix: sockets })
    const families = [inet, inet6, netlink, packet, algorithm, vsock]
    expect(families.map((family) => verdict(filter, calls.socket, [family, stream]))).toEqual([
      allow,
      allow,
      allow,
      noFamily,
      noFamily,
      noFamily,
    ])
    const others = [calls.read, calls.keyctl, calls.ioUring, 0x40_00_00_00 + calls.socket]
    expect(others.map((call) => verdict(filter, call, [inet, stream]))).toEqual([
      allow,
      missing,
      missing,
      missing,
    ])
  },
)
