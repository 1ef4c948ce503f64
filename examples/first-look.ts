// A first look at Capstan: an agent at work, in a folder of its own that is removed again. No key, no network.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = mkdtempSync(join(tmpdir(), 'capstan-first-look-'))
const program = join(import.meta.dirname, '../dist/cli/main.js')

/** Shows a command as a user types it, and runs it. */
function capstan(...words: string[]): number | null {
  console.log(`$ capstan ${words.map((word) => (/\s/.test(word) ? JSON.stringify(word) : word)).join(' ')}`)
  const { status } = spawnSync(process.execPath, [program, ...words], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, CAPSTAN_SIM_HOME: join(root, '.sessions') },
  })
  console.log()
  return status
}

console.log(`Capstan lets a program know what any coding agent can do, and then drive it.

"sim" is an agent that comes with it. It is simulated: no model is behind it, and nothing is sent anywhere. But it
speaks the same protocol as the real ones, asks before it acts, and what it does in this folder is real.
`)

try {
  const prompt = 'write hello.txt Hello from Capstan, then read hello.txt and run node --version'
  const worked = capstan('run', 'sim', prompt, '--approve', 'allow', '--no-session')
  console.log(`On disk, hello.txt says: ${readFileSync(join(root, 'hello.txt'), 'utf8')}`)

  console.log('What an agent cannot do is refused before anything is started:')
  const refused = capstan('run', 'sim', 'think harder', '--budget', '4096')
  // 6: a capability is missing.
  if (worked !== 0 || refused !== 6) process.exitCode = 1
} finally {
  rmSync(root, { recursive: true, force: true })
}

console.log(`Next, with a real agent:
  npx capstan agents                                     which agents are on this machine
  npx capstan install claude                             gets one, into Capstan's own folder
  npx capstan run claude "explain this repository"       the same view, the same events
  npx capstan --help                                     everything else`)
