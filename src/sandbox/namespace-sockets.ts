import type { ChildProcess } from 'node:child_process'
import type { Server } from 'node:net'
import { descriptors } from './sandbox-arguments.ts'

/** The system call `sendmsg`, by Node's name of the architecture. */
const sendMessage: Readonly<Record<string, string>> = { x64: '46', arm64: '211' }

/**
 * Runs inside the sandbox: listens in its network and hands each socket to Capstan's process in the form of Node's channel,
 * then exits. In Perl, because Node would take as long to start as the agent, and longer than some agents.
 */
const listenInPerl = String.raw`use strict; use Socket;
open(my $channel, '+<&=', ${descriptors.channel}) or exit 1;
for my $port (@ARGV) {
  socket(my $server, AF_INET, SOCK_STREAM, 0) or exit 1;
  bind($server, sockaddr_in($port, INADDR_LOOPBACK)) && listen($server, 511) or exit 1;
  my $text = '{"cmd":"NODE_HANDLE","type":"net.Server","msg":{"port":' . int($port) . '}}' . "\n";
  my $rights = pack('Qiiix4', 20, SOL_SOCKET, SCM_RIGHTS, fileno($server));
  my $vector = pack('PQ', $text, length $text);
  my $message = pack('QQPQPQQ', 0, 0, $vector, 1, $rights, length $rights, 0);
  syscall(${sendMessage[process.arch] ?? 'exit 1'}, ${descriptors.channel}, $message, 0) > 0 or exit 1;
  sysread($channel, my $answer, 1024) or exit 1;
}`

/** The same in Node, for machines without Perl. */
const listenInNode =
  "const net=require('node:net');let left=process.argv.length-1;" +
  'for(const port of process.argv.slice(1).map(Number)){const server=net.createServer();' +
  "server.listen(port,'127.0.0.1',()=>process.send({port},server,()=>{if(--left===0)process.exit()}))}"

const quiet = `</dev/null >/dev/null 2>&1 ${descriptors.output}>&-`

/**
 * A shell line that opens the ports, in Perl or else in Node, beside the agent, and then becomes the agent, which inherits
 * neither the channel nor the variables of Node's channel. The output gets its usual number only here: the processes of
 * bubblewrap would keep stdout open after the agent has closed it.
 */
const beforeAgent =
  `[ -z "$2" ] || ({ [ -n "$3" ] && "$3" -e "$4" $2; } || "$0" -e "$1" $2) ${quiet} & shift 4; ` +
  `unset NODE_CHANNEL_FD NODE_CHANNEL_SERIALIZATION_MODE; ` +
  `exec >&${descriptors.output} ${descriptors.channel}>&- ${descriptors.output}>&-; exec "$@"`

/**
 * The command that opens these ports inside the sandbox and starts the agent.
 * @param perl a Perl that the sandbox shows
 */
export function withNamespaceSockets(
  ports: readonly number[],
  command: readonly string[],
  perl = '',
): string[] {
  const programs = [process.execPath, listenInNode, ports.join(' '), perl, listenInPerl]
  return ['/bin/sh', '-c', beforeAgent, ...programs, ...command]
}

/** Receives the listening sockets of the sandbox, each once. */
export function receiveSockets(child: ChildProcess, onSocket: (port: number, server: Server) => void): void {
  child.on('message', (message: { port?: unknown }, handle) => {
    if (typeof message.port === 'number' && handle !== undefined) onSocket(message.port, handle as Server)
  })
}
