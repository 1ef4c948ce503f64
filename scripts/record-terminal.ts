import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { agentCatalog } from '../src/agents/catalog.ts'
import { ensureInstalled } from '../test/agents/installation.ts'
import { networkWords } from '../test/agents/start-runner.ts'
import { linkAgents, makePageFolder } from './docs/check/page-folder.ts'
import type { PageJob } from './docs/check/run-page.ts'
import { framesOf, type Recording } from './docs/picture/frames.ts'
import { columns, modelScripts, preparation } from './docs/picture/scenes.ts'
import { svgOf } from './docs/picture/svg.ts'

/** Records the commands of the README's picture and draws it: `npm run docs:picture`. */
const picture = 'docs/images/terminal.svg'
const agents = ['claude', 'gemini'] as const
const place = await makePageFolder()
try {
  for (const agent of agents) {
    const installed = await ensureInstalled(agentCatalog[agent])
    if ('notRun' in installed) throw new Error(installed.notRun)
  }
  linkAgents(place.home, agents)
  const recorded = join(place.results, 'recorded.json')
  const script = join(place.results, 'script.sh')
  const record = join(import.meta.dirname, 'docs/picture/record.ts')
  writeFileSync(script, `set -e${preparation}node ${record} ${recorded}\n`)
  const job: PageJob = { ...place, script, agents, scripts: modelScripts }
  const file = join(place.results, 'job.json')
  writeFileSync(file, JSON.stringify(job))
  const runner = join(import.meta.dirname, 'docs/check/run-page.ts')
  const [first, ...rest] = [...networkWords, process.execPath, runner, file]
  const { status } = spawnSync(first, rest, { env: place.environment, stdio: 'inherit', timeout: 300_000 })
  if (status !== 0) throw new Error(`The recording ended with ${status}`)
  // The temporary folder says nothing to a reader.
  const text = readFileSync(recorded, 'utf8').replaceAll(place.work, '/home/ada/project')
  const frames = framesOf(JSON.parse(text) as Recording[], columns)
  const title = 'Capstan refuses what Gemini CLI cannot do, then runs Claude Code and asks before an edit'
  writeFileSync(join(import.meta.dirname, '..', picture), svgOf(frames, { columns, title }))
  console.log(`wrote ${picture}`)
} finally {
  rmSync(place.folder, { recursive: true, force: true, maxRetries: 5 })
}
