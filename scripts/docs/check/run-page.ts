import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { ModelScript } from '../../../src/testing/provider/script/script.ts'
import { createModelProvider } from '../../../src/testing/provider/server.ts'
import { settleAgents } from './agent-settings.ts'
import type { PageFolder } from './page-folder.ts'

/** The job of this program: a page whose script is run beside a model provider. */
export interface PageJob extends PageFolder {
  script: string
  agents: readonly string[]
  scripts: readonly ModelScript[]
}

/** Started as a program, so that the provider and the agents are in one network. The job is the file of the argument. */
const { work, home, script, agents, scripts, environment } = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
) as PageJob
const provider = await createModelProvider({ keep: 100 })
for (const one of scripts) provider.script(one)
const own = await settleAgents(agents, { url: provider.url, home })
const child = spawn('bash', ['--noprofile', '--norc', script], {
  cwd: work,
  env: { ...environment, ...own },
  stdio: ['ignore', 'inherit', 'inherit'],
})
child.once('exit', (code) => process.exit(code ?? 1))
