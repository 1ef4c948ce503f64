import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../../../test/agents/cache.ts'
import { jobNetwork } from '../../../src/verify/place/own-network.ts'
import { type Block, noteOf, placeOf } from './block.ts'
import { dataProblem } from './check-data.ts'
import { runPage } from './check-page.ts'
import type { How, Outcome } from './outcome.ts'
import { cachedAgents } from './page-folder.ts'
import { isRunnable } from './page-script.ts'
import { commandsOf } from './shell-commands.ts'
import { commandProblems } from './validate-commands.ts'

const shells = new Set(['sh', 'console'])
const data = new Set(['json', 'jsonc', 'yaml'])
const callsAgent =
  /\bcapstan (?:run|session new|probe|capabilities .*--live)(?: |$)(?!.*--dry-run)(?!sim\b)(?!.*--agents)/m
const callsProgram = /^\$ node \S+\.ts (?:claude|codex|gemini)\b/m

/** Checks all blocks of one page; `errors` are those of the compiler, by place. */
export async function checkBlocks(
  blocks: readonly Block[],
  errors: ReadonlyMap<string, string>,
): Promise<Outcome[]> {
  const unreadable = blocks.flatMap(unreadableOutcome)
  const readable = blocks.filter((block) => !unreadable.some(({ place }) => place === placeOf(block)))
  const missing = await missingForAgents()
  const isHeld = missing !== undefined && readable.some(needsAgent)
  const kept = isHeld ? readable.map((block) => withheld(block, missing)) : readable
  const ran = await runPage(kept)
  const others = await Promise.all(kept.filter((block) => !isRunnable(block)).map(checkUnrun))
  return [...unreadable, ...ran, ...others].map((outcome) => {
    const problem = errors.get(outcome.place) ?? outcome.problem
    return problem === undefined ? outcome : { ...outcome, problem }
  })
}

/** A script that cannot be split into commands. */
function unreadableOutcome(block: Block): Outcome[] {
  if (!shells.has(block.language)) return []
  try {
    commandsOf(block)
    return []
  } catch (error) {
    return [{ place: placeOf(block), how: 'not run', problem: (error as Error).message }]
  }
}

/** Without installed agents, the commands of a page that calls one are validated only. */
async function missingForAgents(): Promise<string | undefined> {
  const network = await jobNetwork()
  if (network.kind === 'shared') return `no network of its own for agents: ${network.reason}`
  return cachedAgents().length === 0
    ? 'no agents are installed (npm run test:agents installs them)'
    : undefined
}

function needsAgent(block: Block): boolean {
  return (
    isRunnable(block) &&
    shells.has(block.language) &&
    [callsAgent, callsProgram].some((call) => call.test(block.text))
  )
}

function withheld(block: Block, reason: string): Block {
  if (!shells.has(block.language) || !isRunnable(block)) return block
  return { ...block, notes: [...block.notes, { kind: 'validated only', text: reason }] }
}

async function checkUnrun(block: Block): Promise<Outcome> {
  const place = placeOf(block)
  const outcome = (how: How, { reason, problem }: Partial<Outcome> = {}): Outcome => ({
    place,
    how,
    ...(reason === undefined ? {} : { reason }),
    ...(problem === undefined ? {} : { problem }),
  })
  const excerpt = noteOf(block, 'excerpt of')
  if (excerpt !== undefined) return outcome('excerpt', { problem: excerptProblem(block, excerpt) })
  const runner = noteOf(block, 'run by')
  if (runner !== undefined) {
    return outcome('run by another step', { reason: runner, problem: runnerProblem(runner) })
  }
  const reason = noteOf(block, 'validated only')
  if (reason !== undefined) {
    const [problem] = shells.has(block.language) ? await commandProblems(block) : []
    return outcome('validated only', { reason, problem })
  }
  if (data.has(block.language)) return outcome('parsed', { problem: dataProblem(block) })
  if (['', 'text', 'toml', 'mermaid'].includes(block.language)) return outcome('text')
  return outcome('not run', { problem: `there is no check for ${block.language}` })
}

/** Every line of an excerpt must be in the file, in this order. */
function excerptProblem({ text }: Block, path: string): string | undefined {
  const file = join(projectFolder, path)
  if (!existsSync(file)) return `${path} does not exist`
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
  let at = 0
  for (const line of text
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== '…')) {
    at = lines.indexOf(line, at) + 1
    if (at === 0) return `${path} does not contain the line ${line}`
  }
  return undefined
}

function runnerProblem(runner: string): string | undefined {
  const [path = '', text = ''] = runner.split(/: (.*)/s)
  const file = join(projectFolder, path)
  if (existsSync(file) && text !== '' && readFileSync(file, 'utf8').includes(text)) return undefined
  return `${path} does not contain "${text}"`
}
