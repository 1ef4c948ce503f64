import type { ChildProcess } from 'node:child_process'
import type { Server } from 'node:net'
import { descriptors } from './sandbox-arguments.ts'

/** Runs inside the sandbox: listens in its network and hands each socket to Capstan's process, then exits. */
const listenInside =
  "const net=require('node:net');let left=process.argv.length-1;" +
  'for(const port of process.argv.slice(1).map(Number)){const server=net.createServer();' +
  "server.listen(port,'127.0.0.1',()=>process.send({port},server,()=>{if(--left===0)process.exit()}))}"

/**
 * A shell line that starts the listening program beside the agent and then becomes the agent, which inherits neither
 * the channel nor the variables of Node's channel. The output gets its usual number only here: the processes of bubblewrap
 * would keep stdout open after the agent has closed it.
 */
const besideAgent =
  `[ -z "$2" ] || ("$0" -e "$1" $2 </dev/null >/dev/null 2>&1 ${descriptors.output}>&- &); shift 2; ` +
  `unset NODE_CHANNEL_FD NODE_CHANNEL_SERIALIZATION_MODE; ` +
  `exec >&${descriptors.output} ${descriptors.channel}>&- ${descriptors.output}>&-; exec "$@"`

/** The command that opens these ports inside the sandbox and starts the agent. */
export function withNamespaceSockets(ports: readonly number[], command: readonly string[]): string[] {
  return ['/bin/sh', '-c', besideAgent, process.execPath, listenInside, ports.join(' '), ...command]
}

/** Receives the listening sockets of the sandbox, each once. */
export function receiveSockets(child: ChildProcess, onSocket: (port: number, server: Server) => void): void {
  child.on('message', (message: { port?: unknown }, handle) => {
    if (typeof message.port === 'number' && handle !== undefined) onSocket(message.port, handle as Server)
  })
}
