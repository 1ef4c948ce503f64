import { dirname, join } from 'node:path'
import { ownProgram } from '../../../agents/detect/own-program.ts'
import { supportOf } from '../../../capabilities/profile.ts'
import type { Check } from '../context.ts'
import { failed, notAdvertised, passed, skipped } from '../outcome.ts'
import { resultOf, tells } from '../turn.ts'
import { textAt } from './effect.ts'

/** An MCP server that the session is given is started, and its tool called. */
export const mcp: Check = async ({ client, agent, turn, directory, word, handshake, isSure }) => {
  const id = 'mcp.stdio'
  if (handshake.profile.facts[id]?.support === 'unsupported') return notAdvertised(id)
  const program = serverProgram()
  if (program === undefined) return skipped('the MCP server of the contract is not in this copy of Capstan')
  const log = join(directory, 'mcp-methods.txt')
  const done = await turn({
    permissions: 'allow',
    mcpServers: [{ name: 'capstan-contract', command: process.execPath, args: [program, log, word] }],
  })
  resultOf(done)
  const methods = ((await textAt(log)) ?? '').split('\n')
  const seen = { id, support: 'supported', detail: methods.filter(Boolean).join(', ') } as const
  if (!methods.includes('initialize')) {
    const isDeclared =
      supportOf(await client.profile(agent, { transport: 'acp' }), 'mcp.supported') === 'unsupported'
    const observed = { id, support: 'unsupported' } as const
    return isDeclared
      ? skipped('the MCP server was not started, as the definition of the agent says', observed)
      : failed('the MCP server was not started', observed)
  }
  if (!methods.includes('tools/call')) {
    return isSure
      ? failed('the MCP server was started, and its tool not called', seen)
      : skipped('the MCP server was started; the prompt did not make it call the tool', seen)
  }
  return passed(
    `its tool was called, and what it gave ${tells(done.events, word) ? 'was' : 'was not'} shown`,
    seen,
  )
}

/** It lies beside the sim, whatever the package is built into. */
function serverProgram(): string | undefined {
  const sim = ownProgram('capstan-sim')?.path
  return sim === undefined ? undefined : join(dirname(sim), '../mcp-server/main.js')
}
