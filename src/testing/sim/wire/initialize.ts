import type { Dialect } from './dialect.ts'
import { dialectV1 } from './dialect-v1.ts'
import { dialectV2 } from './dialect-v2.ts'
import { invalidParams, RpcError } from './rpc-error.ts'
import type { ClientAbilities } from '../turn.ts'
import { isObject, type JsonObject } from './wire.ts'

/**
 * The protocol versions of the sim.
 * - `auto`: 2 if the client requests it with the fields of version 2, otherwise 1
 * - `1`, `2`: only this version
 * - `echo`: repeats the requested number in a version 1 response, as some agents do
 */
export type ProtocolChoice = 'auto' | '1' | '2' | 'echo'

export const protocolChoices: readonly ProtocolChoice[] = ['auto', '1', '2', 'echo']

/** The result of the handshake. */
export interface Agreement {
  dialect: Dialect
  /** The version number in the response. */
  version: number
  abilities: ClientAbilities
}

/** Negotiates the protocol version with the client. */
export function agree(params: unknown, choice: ProtocolChoice): Agreement {
  const asked = isObject(params) ? params['protocolVersion'] : undefined
  if (typeof asked !== 'number' || !Number.isInteger(asked) || asked < 0 || asked > 65_535) {
    throw invalidParams('protocolVersion must be a whole number from 0 to 65535')
  }
  const { info } = params as JsonObject
  if (choice === '2') {
    if (asked < 2) {
      throw new RpcError(-32022, 'Unsupported protocol version', { requested: asked, supported: [2] })
    }
    if (!isObject(info)) throw invalidParams('info must be an object')
  }
  const speaksTwo = choice === '2' || (choice === 'auto' && asked >= 2 && isObject(info))
  if (speaksTwo) return { dialect: dialectV2, version: 2, abilities: noAbilities }
  return {
    dialect: dialectV1,
    version: choice === 'echo' ? asked : 1,
    abilities: abilitiesOf((params as JsonObject)['clientCapabilities']),
  }
}

/** In version 2 the agent reads files and runs commands itself, and every client accepts notices. */
const noAbilities: ClientAbilities = {
  readsFiles: false,
  writesFiles: false,
  runsTerminals: false,
  showsNotices: true,
}

function abilitiesOf(capabilities: unknown): ClientAbilities {
  const { fs, terminal, session } = isObject(capabilities) ? capabilities : {}
  return {
    readsFiles: isObject(fs) && fs['readTextFile'] === true,
    writesFiles: isObject(fs) && fs['writeTextFile'] === true,
    runsTerminals: terminal === true,
    showsNotices: isObject(session) && isObject(session['notices']),
  }
}
