import { dirname, join } from 'node:path'
import { ownProgram } from '../../../agents/detect/own-program.ts'
import { supportOf } from '../../../capabilities/profile.ts'
import type { Check } from '../check.ts'
import type { CheckContext } from '../context.ts'
import {
  type CheckOutcome,
  inconclusive,
  notAdvertised,
  notApplicable,
  notTried,
  refuted,
  verified,
} from '../outcome.ts'
import { mentions, resultOf } from '../turn.ts'
import { textAt } from './effect.ts'

/** The agent starts the MCP server of the session and calls its tool. */
export const mcp: Check = {
  title: 'the model calls a tool of an MCP server that the session gives the agent over stdio',
  expected: 'the server is started and receives tools/call',
  capability: 'mcp.stdio',
  sim: 'Call the tool contract_word of the MCP server capstan-contract and say what it answers',
  marks: '{mark} [[tool: contract_word {}]] [[text: It was called]]',
  run: callStdioTool,
}

async function callStdioTool({
  client,
  agent,
  turn,
  folder,
  word,
  handshake,
  isSure,
}: CheckContext): Promise<CheckOutcome> {
  const id = 'mcp.stdio'
  if (handshake.profile.facts[id]?.support === 'unsupported') return notAdvertised(id)
  const program = serverProgram()
  if (program === undefined)
    return notTried('our-error', 'this copy of Capstan lacks the MCP server of the contract')
  const log = join(folder, 'mcp-methods.txt')
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
      ? notApplicable('the agent did not start the MCP server, as its definition says', observed)
      : refuted('the agent did not start the MCP server', observed)
  }
  if (!methods.includes('tools/call')) {
    return isSure
      ? refuted('the agent started the MCP server, but did not call its tool', {
          ...seen,
          support: 'unsupported',
        })
      : inconclusive('the agent started the MCP server; the prompt triggered no call of its tool', seen)
  }
  return verified(
    `the agent called its tool, and the result ${mentions(done.events, word) ? 'was' : 'was not'} shown`,
    seen,
  )
}

/** The MCP server's program is always next to the sim's. */
export function serverProgram(): string | undefined {
  const sim = ownProgram('capstan-sim')?.path
  return sim === undefined ? undefined : join(dirname(sim), '../mcp-server/main.js')
}
