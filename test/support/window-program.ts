import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startProcess } from '../../src/process/start-process.ts'
import { Sandbox } from '../../src/sandbox/sandbox.ts'
import { outputOf } from './sandbox-lab.ts'

/** Opens and closes a writable window around a shell, for a test that starts this program as another user. */
const [, , folder = ''] = process.argv
const work = join(folder, 'work')
const environment = { PATH: process.env['PATH'], HOME: join(folder, 'home') }
const sandbox = new Sandbox({
  workspace: [work],
  access: 'asked',
  shown: [],
  readable: [],
  writable: [],
  home: { path: join(folder, 'home'), from: join(folder, 'own') },
  mounts: [],
  sockets: [],
  programs: [],
  environment,
  network: { ports: [3128] },
})
const [command, ...words] = sandbox.command([
  '/bin/sh',
  '-c',
  'touch before; echo ready; read x; touch during; read x; touch after; ls',
])
const running = await startProcess({
  command,
  arguments: words,
  environment,
  cwd: work,
  stdin: 'open',
  ...sandbox.stdio,
  onChild: (child) => sandbox.attach(child, { onSocket: (_, server) => server.close() }),
})
const { text, begun } = outputOf(running.stdout)
await begun
const close = await sandbox.allowWrites()
running.stdin?.write('next\n')
while (!existsSync(join(work, 'during'))) await new Promise((resolve) => setTimeout(resolve, 20))
close()
await sandbox.settled()
running.stdin?.write('next\n')
process.stdout.write(await text)
await running.stop()
await sandbox.close()
