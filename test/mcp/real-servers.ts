import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { runCommand } from '../../src/process/run-command.ts'
import { cacheFolder, installEnvironment } from '../agents/cache.ts'
import { fetchFaultOf } from '../agents/fetch-fault.ts'

/** The published servers and the library for servers of the newest protocol version, at tested versions. */
const packages = {
  everything: '@modelcontextprotocol/server-everything@2026.8.31',
  filesystem: '@modelcontextprotocol/server-filesystem@2026.8.31',
  memory: '@modelcontextprotocol/server-memory@2026.8.31',
  library: '@modelcontextprotocol/server@2.4.0',
}
const versions = Object.values(packages).map((name) => name.slice(name.lastIndexOf('@') + 1))
/** Named after the versions, so that another one is installed afresh. */
const folder = join(cacheFolder, 'mcp', versions.join('-'))
const modernServer = join(folder, 'modern-server.mjs')

/** Installs the servers into the cache; returns why that was not possible, if npm could not fetch one. */
export async function installServers(): Promise<string | undefined> {
  if (!existsSync(join(folder, 'node_modules/@modelcontextprotocol/server'))) {
    mkdirSync(folder, { recursive: true })
    let output = ''
    const { exitCode } = await runCommand({
      command: 'npm',
      arguments: ['install', '--prefix', folder, '--no-audit', '--no-fund', ...Object.values(packages)],
      environment: installEnvironment,
      timeout: 300_000,
      onOutput: (chunk) => (output += chunk.toString()),
    })
    if (exitCode !== 0) return fetchFaultOf(output) ?? failed(output)
  }
  cpSync(join(import.meta.dirname, '../fixtures/mcp/modern-server.mjs'), modernServer)
  return undefined
}

function failed(output: string): never {
  throw new Error(`npm could not install the MCP servers: ${output}`)
}

/** The command that starts a server on stdin and stdout. */
export function commandOf(
  name: 'everything' | 'filesystem' | 'memory' | 'modern',
  ...words: string[]
): string[] {
  if (name === 'modern') return [process.execPath, modernServer, ...words]
  const script = join(folder, 'node_modules/@modelcontextprotocol', `server-${name}`, 'dist/index.js')
  return [process.execPath, script, ...words]
}

/** A server on a port that it gets again after a restart. */
export interface RemoteServer {
  readonly port: number
  start(): Promise<void>
  kill(): Promise<void>
}

/** Starts a server over HTTP, which ends with the test. */
export async function serveRemote(command: readonly string[]): Promise<RemoteServer> {
  const port = await freePort()
  let child: ChildProcess | undefined
  const kill = async (): Promise<void> => {
    const ended = child
    child = undefined
    if (ended === undefined) return
    ended.kill('SIGKILL')
    await once(ended, 'exit')
  }
  const start = async (): Promise<void> => {
    const [program = '', ...rest] = command
    const started = spawn(program, rest, {
      env: { PATH: process.env['PATH'], PORT: String(port) },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child = started
    await new Promise<void>((resolve) => {
      started.stderr.on('data', (chunk: Buffer) => /listening|running/.test(String(chunk)) && resolve())
    })
  }
  onTestFinished(kill)
  await start()
  return { port, start, kill }
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}
