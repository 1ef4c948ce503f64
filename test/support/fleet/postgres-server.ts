import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Place } from './network.ts'

/** A PostgreSQL server of its own in a temporary folder. */
export interface PostgresServer extends Disposable {
  /** For programs in the network of the server. */
  readonly address: string
  /** For this process, by a socket in the temporary folder. */
  readonly localAddress: string
  restart(mode: 'fast' | 'immediate'): void
}

/** Without `fsync` it is faster, and a power loss would damage it; killed processes do not. */
export async function startPostgres(
  place: Place,
  host: string,
  { fsync = true }: { fsync?: boolean } = {},
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-postgres-'))
  const port = host === '127.0.0.1' ? await freePort() : 5432
  const data = join(folder, 'data')
  chmodSync(folder, 0o755)
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(folder, Number(idOf('-u')), Number(idOf('-g')))
  const run = (program: string, args: readonly string[]): void => {
    const full = join(binaries(), program)
    const [command, all] = isRoot
      ? place.command('runuser', ['-u', 'postgres', '--', full, ...args])
      : place.command(full, args)
    execFileSync(command, all, { stdio: ['ignore', 'ignore', 'pipe'] })
  }
  run('initdb', ['-D', data, '-A', 'trust', '-U', 'capstan', '--no-sync'])
  appendFileSync(join(data, 'pg_hba.conf'), 'host all all 10.77.0.0/24 trust\n')
  const network = `-p ${port} -c listen_addresses=${host} -c unix_socket_directories=${folder}`
  const settings = fsync ? network : `${network} -c fsync=off -c full_page_writes=off`
  const control = (...args: string[]): void =>
    run('pg_ctl', ['-D', data, '-w', '-o', settings, '-l', join(folder, 'log'), ...args])
  control('start')
  return {
    address: `postgres://capstan@${host}:${port}/postgres`,
    localAddress: `postgres://capstan@/postgres?host=${encodeURIComponent(folder)}&port=${port}`,
    restart: (mode) => control('-m', mode, 'restart'),
    [Symbol.dispose]: () => {
      control('-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function idOf(option: string): string {
  return execFileSync('id', [option, 'postgres'], { encoding: 'utf8' })
}

/** Debian keeps the programs of the server outside of PATH. */
function binaries(): string {
  const found = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1)
  if (found !== undefined && existsSync(join(found, 'initdb'))) return found
  throw new Error('PostgreSQL is not installed: apt-get install postgresql')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
