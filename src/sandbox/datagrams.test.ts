import { expect, test } from 'vitest'
import { socketFilter } from './socket-filter.ts'

const refuse = 0x00_05_00_01
const allow = 0x7f_ff_00_00

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

test('lets only datagram sockets through if an agent needs them', () => {
  const closed = socketFilter({ architecture: 'x64' })
  const open = socketFilter({ architecture: 'x64', datagrams: true })
  const [unix, inet, socket] = [1, 2, 41]
  const [stream, datagram, raw, closeOnExec] = [1, 2, 3, 0x8_00_00]
  expect([
    verdict(closed, socket, [unix, datagram]),
    verdict(open, socket, [unix, datagram]),
    verdict(open, socket, [unix, datagram | closeOnExec]),
    verdict(open, socket, [unix, stream]),
    verdict(open, socket, [unix, raw]),
    verdict(open, socket, [inet, stream]),
    verdict(open, 0, [unix, stream]),
  ]).toEqual([refuse, allow, allow, refuse, refuse, allow, allow])
})
