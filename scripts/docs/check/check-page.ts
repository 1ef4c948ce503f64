import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { networkWords } from '../../../test/agents/start-runner.ts'
import type { ModelScript } from '../../../src/testing/provider/script/script.ts'
import { type Block, placeOf } from './block.ts'
import type { Outcome } from './outcome.ts'
import { linkAgents, makePageFolder, type PageFolder } from './page-folder.ts'
import { isRunnable, scriptOf, type Step } from './page-script.ts'
import type { PageJob } from './run-page.ts'
import { matchesShown } from './shown-output.ts'

const pageTimeout = 900_000

/** Runs all blocks of a page in order, in one working folder and one home, with only a loopback network. */
export async function runPage(blocks: readonly Block[], agents: readonly string[]): Promise<Outcome[]> {
  if (!blocks.some(isRunnable)) return []
  const place = await makePageFolder()
  try {
    const { files, steps, source } = scriptOf(blocks, place.results)
    for (const [name, text] of Object.entries(files)) writeFileSync(join(place.results, name), text)
    const script = join(place.results, 'script.sh')
    writeFileSync(script, source)
    linkAgents(place.home, agents)
    const job: PageJob = { ...place, script, agents, scripts: modelScripts(blocks) }
    const log = await runJob(job, place)
    const all = steps.map((step, number) => ({
      block: step.block,
      problem: problemOf(step, { number, place, log }),
      seconds: Number(resultOf(place, `time-${number}`) ?? 0) / 1000,
    }))
    return blocks.filter(isRunnable).map((block) => {
      const own = all.filter((step) => step.block === block)
      const problem = own.find((step) => step.problem !== undefined)?.problem
      const seconds = own.reduce((sum, step) => sum + step.seconds, 0)
      const { language } = block
      return { place: placeOf(block), how: 'run', language, seconds, ...(problem ? { problem } : {}) }
    })
  } finally {
    if (process.env['CAPSTAN_DOCS_KEEP'] === '1') console.log(`kept: ${place.folder}`)
    else rmSync(place.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function modelScripts(blocks: readonly Block[]): ModelScript[] {
  return blocks.flatMap(({ notes }) =>
    notes.filter(({ kind }) => kind === 'model').flatMap(({ text }) => JSON.parse(text) as ModelScript[]),
  )
}

/** Runs the script, and returns what it printed by itself: nothing, unless it is broken. */
async function runJob(job: PageJob, { results, environment }: PageFolder): Promise<string> {
  const file = join(results, 'job.json')
  writeFileSync(file, JSON.stringify(job))
  const program = join(import.meta.dirname, 'run-page.ts')
  const [first, ...rest] = [...networkWords, process.execPath, program, file]
  const child = spawn(first, rest, {
    env: { ...environment, NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: pageTimeout,
    killSignal: 'SIGKILL',
  })
  const printed = await Promise.all([child.stdout.toArray(), child.stderr.toArray()])
  const log = Buffer.concat(printed.flat() as Buffer[]).toString('utf8')
  return (child.killed ? `${log}\nThe page took longer than ${pageTimeout / 1000} s` : log).trim()
}

interface StepResult {
  number: number
  place: PageFolder
  log: string
}

function problemOf({ command, isProgram }: Step, { number, place, log }: StepResult): string | undefined {
  const [code, out = '', errors = ''] = ['code', 'out', 'err'].map((name) =>
    resultOf(place, `${name}-${number}`),
  )
  const shown = `$ ${command.text}`
  if (code === undefined) return `${shown}\ndid not end. ${log}\n${out}`
  // npx reports the signal, even where the program has ended in order.
  const isInterrupted = command.isServing && command.text.startsWith('npx ') && Number(code) === 130
  if (Number(code) !== command.exitCode && !isInterrupted) {
    return `${shown}\nexited with ${code.trim()} instead of ${command.exitCode}:\n${out}${errors}`
  }
  if (errors !== '' && isProgram) return `${shown}\nprinted on stderr:\n${errors}`
  if (command.output === undefined || matchesShown(out, command.output)) return undefined
  return `${shown}\nprinted:\n${out}\ninstead of:\n${command.output}`
}

function resultOf({ results }: PageFolder, name: string): string | undefined {
  const path = join(results, name)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
