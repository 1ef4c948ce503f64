import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs attw on the packed package. `attw --pack` would rebuild dist while other checks read it. */
const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'capstan-types-'))
const shell = process.platform === 'win32'

try {
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell,
  })
  const [{ filename } = { filename: '' }] = JSON.parse(packed) as { filename: string }[]
  const options = ['--profile', 'esm-only', '--no-definitely-typed', '--format', 'ascii', '--no-emoji']
  const attw = spawnSync('attw', [join(folder, filename), ...options], { encoding: 'utf8', shell })
  console.log(attw.status === 0 ? 'attw found no problems' : `${attw.stdout}${attw.stderr}`)
  process.exitCode = attw.status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
