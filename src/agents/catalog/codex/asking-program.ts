import { ownProgram } from '../../definition/definition-policies.ts'

/** The script's name in the folder of the run. */
export const askingProgram = 'codex-asks.mjs'

/**
 * Starts Codex for the bridge and changes the approval policy of its requests: no mode of the bridge asks about every
 * command, and the settings of Codex reject this policy. Codex's own sandbox stays off, as in the mode of the session.
 */
export const askingProgramSource = String.raw`#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const child = spawn(process.env.${ownProgram}, process.argv.slice(2), { stdio: ['pipe', 'inherit', 'inherit'] })
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

function asking(line) {
  const message = JSON.parse(line)
  if (!/^(?:thread|turn)\//.test(message.method) || typeof message.params !== 'object') return line
  const { params } = message
  const isOpening = /^thread\/(?:start|resume|fork)$/.test(message.method)
  if (!isOpening && params.approvalPolicy === undefined) return line
  return JSON.stringify({
    ...message,
    params: { ...params, approvalPolicy: 'untrusted', approvalsReviewer: 'user' },
  })
}
`
