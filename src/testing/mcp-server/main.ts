#!/usr/bin/env node
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { answerMcp, type McpMessage } from './answer.ts'

/** An MCP server on stdin and stdout with one tool: `<log file> <word>`. It logs every requested method. */
const [log = '', word = ''] = process.argv.slice(2)

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line) as McpMessage
  // Synchronous, so that the log is complete when the agent ends its servers.
  appendFileSync(log, `${message.method}\n`)
  const answer = answerMcp(message, word)
  if (answer !== undefined) process.stdout.write(`${JSON.stringify(answer)}\n`)
})
