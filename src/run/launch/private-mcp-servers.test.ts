import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { McpServer, McpStdioServer } from '../../acp/mcp-servers.ts'
import { mcpVariableFiles, shownHeaderWarnings, withVariableFiles } from './private-mcp-servers.ts'

const remote: McpServer = {
  type: 'http',
  name: 'remote',
  url: 'https://mcp.example',
  headers: { Authorization: 'Bearer x' },
}
const plain: McpServer = { name: 'plain', command: 'plain' }

it.skipIf(process.platform === 'win32')(
  'starts a server with its variables and none of them in its arguments',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'capstan-mcp-'))
    const env = { API_KEY: `it's $HOME "quoted"\n\\end`, 'not-settable': 'stays' }
    const words = [
      '-e',
      'console.log(JSON.stringify([process.env.API_KEY, process.argv.slice(1)]))',
      '--',
      'a b',
      '',
    ]
    const servers: McpServer[] = [remote, { name: 'one', command: process.execPath, args: words, env }, plain]
    try {
      for (const { path, content } of mcpVariableFiles(servers)) writeFileSync(join(folder, path), content)
      const [first, second, third] = withVariableFiles(servers, folder)
      expect([first, third]).toEqual([remote, plain])
      const { command, args = [], env: left } = second as McpStdioServer
      expect([left, JSON.stringify(args).includes('quoted')]).toEqual([{ 'not-settable': 'stays' }, false])
      const said: unknown = JSON.parse(execFileSync(command, args, { encoding: 'utf8', env: {} }))
      expect(said).toEqual([env.API_KEY, ['a b', '']])
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)

it('needs no files without variables, and warns of headers', () => {
  expect([mcpVariableFiles([remote, plain]), mcpVariableFiles()]).toEqual([[], []])
  expect(shownHeaderWarnings('example', [remote, plain])).toEqual([
    'example shows the headers of the MCP server remote to all users of this machine (ps)',
  ])
})
