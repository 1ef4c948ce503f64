import type { Check } from '../context.ts'
import { handshakeProblems } from '../handshake-problems.ts'
import { failed, passed } from '../outcome.ts'

/** The agent answers the handshake in the shape of its protocol version. */
export const handshake: Check = async ({ connect }) => {
  const { handshake: answered } = await connect()
  const problems = handshakeProblems(answered.answer, answered.protocolVersion)
  const seen = {
    id: 'contract.handshake',
    value: { protocolVersion: answered.protocolVersion, name: answered.name, version: answered.version },
  }
  return problems.length === 0
    ? passed(`ACP ${answered.protocolVersion}, well-formed`, { ...seen, support: 'supported' })
    : failed(problems.join('; '), { ...seen, support: 'unsupported' })
}
