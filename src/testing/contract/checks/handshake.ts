import type { Check } from '../context.ts'
import { handshakeProblems } from '../handshake-problems.ts'
import { failed, passed } from '../outcome.ts'

/** The agent answers the handshake, and in the form of the version it speaks. */
export const handshake: Check = async ({ connect }) => {
  const { handshake: told } = await connect()
  const problems = handshakeProblems(told.answer, told.protocolVersion)
  const seen = {
    id: 'contract.handshake',
    value: { protocolVersion: told.protocolVersion, name: told.name, version: told.version },
  }
  return problems.length === 0
    ? passed(`ACP ${told.protocolVersion}, well-formed`, { ...seen, support: 'supported' })
    : failed(problems.join('; '), { ...seen, support: 'unsupported' })
}
