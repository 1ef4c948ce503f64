import { ownProgram } from '../../definition/definition-policies.ts'

/** The script's name in the folder of the run. */
export const askingProgram = 'codex-asks.mjs'

/**
 * Starts Codex for the bridge and changes the approval policy of its requests: no mode of the bridge asks about every
 * command, and the settings of Codex reject this policy. Codex's own sandbox stays off, as in the mode of the session.
 * A question about a tool of an MCP server becomes one about a command: the bridge fails to send the original in version 2
 * of ACP, because the tool call in it has no title, and answers it with a cancellation.
 */
export const askingProgramSource = String.raw`#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const child = spawn(process.env.${ownProgram}, process.argv.slice(2), { stdio: ['pipe', 'pipe', 'inherit'] })
child.on('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
child.on('exit', (code) => process.exit(code ?? 1))
child.stdin.on('error', () => {})
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
createInterface({ input: process.stdin, crlfDelay: Infinity })
  .on('line', (line) => child.stdin.write(asking(line) + '\n'))
  .on('close', () => child.stdin.end())
createInterface({ input: child.stdout, crlfDelay: Infinity })
  .on('line', (line) => process.stdout.write(asked(line) + '\n'))

// The last call of each MCP server, and the open questions about such calls.
const calls = new Map()
const questions = new Set()

function asked(line) {
  if (!line.includes('mcp')) return line
  const message = JSON.parse(line)
  const { id, method, params } = message
  if (method === 'item/started' && params.item.type === 'mcpToolCall')
    calls.set(params.threadId + ' ' + params.item.server, params.item)
  if (method !== 'mcpServer/elicitation/request' || params._meta?.codex_approval_kind !== 'mcp_tool_call')
    return line
  const { threadId, turnId, serverName, message: reason, _meta } = params
  const call = calls.get(threadId + ' ' + serverName)
  if (call === undefined) return line
  questions.add(id)
  const command = serverName + '.' + call.tool + ' ' + JSON.stringify(_meta.tool_params ?? {})
  const question = { threadId, turnId, itemId: call.id, reason, command, cwd: process.cwd() }
  const about = { ...question, availableDecisions: ['accept', 'decline'] }
  return JSON.stringify({ ...message, method: 'item/commandExecution/requestApproval', params: about })
}

function asking(line) {
  const message = JSON.parse(line)
  if (message.method === undefined && questions.delete(message.id)) return answered(message)
  if (!/^(?:thread|turn)\//.test(message.method) || typeof message.params !== 'object') return line
  const { params } = message
  const isOpening = /^thread\/(?:start|resume|fork)$/.test(message.method)
  if (!isOpening && params.approvalPolicy === undefined) return line
  return JSON.stringify({
    ...message,
    params: { ...params, approvalPolicy: 'untrusted', approvalsReviewer: 'user' },
  })
}

function answered({ result, ...message }) {
  const isAllowed = result?.decision === 'accept'
  const action = isAllowed ? 'accept' : result?.decision === 'decline' ? 'decline' : 'cancel'
  return JSON.stringify({ ...message, result: { action, content: isAllowed ? {} : null, _meta: null } })
}
`
