import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A user of this machine who has Node.js and npm, and nothing else. */
export interface NewAccount {
  readonly home: string
  /** The words that run a command line as this user. */
  readonly shell: readonly [string, ...string[]]
  readonly environment: Readonly<Record<string, string>>
  /** Gives a file or folder of the home to the user. */
  readonly own: (path: string) => void
  remove(): void
}

/** What a machine needs to reach its registry; no credentials. */
const machineVariables =
  /^(npm_config_registry|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|HTTPS?_PROXY|NO_PROXY)$/i

/** Creates a user, as root. Without root, the user is the caller with an empty home and environment. */
export function createAccount(): NewAccount {
  const home = mkdtempSync(join(tmpdir(), 'capstan-newcomer-'))
  const isRoot = process.getuid?.() === 0
  const user = `capstan${process.pid}`
  if (isRoot) execFileSync('useradd', ['--home-dir', home, '--no-create-home', '--shell', '/bin/sh', user])
  const own = (path: string): void => {
    if (isRoot) execFileSync('chown', ['-R', `${user}:`, path])
  }
  // A copy, because other users may not open the folder of the project. npm uses the first node on the PATH.
  mkdirSync(join(home, '.local/bin'), { recursive: true })
  cpSync(process.execPath, join(home, '.local/bin/node'))
  own(home)
  const known = Object.entries(process.env).filter(([name]) => machineVariables.test(name))
  return {
    home,
    shell: isRoot ? ['setpriv', '--reuid', user, '--regid', user, '--init-groups', 'sh', '-c'] : ['sh', '-c'],
    environment: {
      ...(Object.fromEntries(known) as Record<string, string>),
      HOME: home,
      USER: isRoot ? user : 'newcomer',
      PATH: `${join(home, '.local/bin')}:/usr/local/bin:/usr/bin:/bin`,
      npm_config_prefix: join(home, '.local'),
      NO_COLOR: '1',
    },
    own,
    remove: () => {
      if (isRoot) execFileSync('userdel', [user], { stdio: 'ignore' })
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
