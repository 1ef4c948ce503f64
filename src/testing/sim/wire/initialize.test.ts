import { describe, expect, it } from 'vitest'
import { agree, type ProtocolChoice } from './initialize.ts'
import { RpcError } from './rpc-error.ts'

const info = { name: 'test', version: '1' }

/** The number that is answered, and the form; or the code of the error. */
function outcome(choice: ProtocolChoice, params: unknown): [number, number] | number {
  try {
    const { version, dialect } = agree(params, choice)
    return [version, dialect.version]
  } catch (error) {
    return error instanceof RpcError ? error.fault.code : 0
  }
}

describe('agree', () => {
  it.each<[ProtocolChoice, object, [number, number] | number]>([
    ['auto', { protocolVersion: 1 }, [1, 1]],
    ['auto', { protocolVersion: 1, info }, [1, 1]],
    ['auto', { protocolVersion: 2, info }, [2, 2]],
    ['auto', { protocolVersion: 2 }, [1, 1]],
    ['auto', { protocolVersion: 3, info }, [2, 2]],
    ['auto', {}, -32_602],
    ['auto', { protocolVersion: '2' }, -32_602],
    ['1', { protocolVersion: 2, info }, [1, 1]],
    ['2', { protocolVersion: 2, info }, [2, 2]],
    ['2', { protocolVersion: 2 }, -32_602],
    ['2', { protocolVersion: 1 }, -32_022],
    ['echo', { protocolVersion: 2, info }, [2, 1]],
    ['echo', { protocolVersion: 99 }, [99, 1]],
  ])('%s answers %o with %o', (choice, params, expected) => {
    expect(outcome(choice, params)).toEqual(expected)
  })

  it('uses only advertised abilities of the client', () => {
    const clientCapabilities = { fs: { readTextFile: true }, terminal: true, session: { notices: {} } }
    const { abilities } = agree({ protocolVersion: 1, clientCapabilities }, 'auto')
    expect(abilities).toEqual({
      readsFiles: true,
      writesFiles: false,
      runsTerminals: true,
      showsNotices: true,
    })
  })
})
