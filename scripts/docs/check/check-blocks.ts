import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../../../test/agents/cache.ts'
import { type Block, noteOf, placeOf } from './block.ts'
import { dataProblem } from './check-data.ts'
import { runPage } from './check-page.ts'
import type { How, Outcome } from './outcome.ts'
import { type NeededAgents, needsAgent } from './needed-agents.ts'
import { isRunnable, shells } from './page-script.ts'
import { commandsOf } from './shell-commands.ts'
import { commandProblems } from './validate-commands.ts'

const data = new Set(['json', 'jsonc', 'yaml'])
export interface BlockContext extends NeededAgents {
  /** What the compiler reported, by place. */
  errors: ReadonlyMap<string, string>
}

/** Checks all blocks of one page. */
export async function checkBlocks(
  blocks: readonly Block[],
  { errors, agents, missing }: BlockContext,
): Promise<Outcome[]> {
  const unreadable = blocks.flatMap(unreadableOutcome)
  const readable = blocks.filter((block) => !unreadable.some(({ place }) => place === placeOf(block)))
  const isHeld = missing !== undefined && readable.some(needsAgent)
  const kept = isHeld ? readable.map((block) => withheld(block, missing)) : readable
  const ran = await runPage(kept, agents)
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

/** Without its agents, the commands of a page that calls one are validated only. */
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
  const reason = noteOf(block, 'validated only')
  if (runner !== undefined || reason !== undefined) {
    const [problem] = shells.has(block.language) ? await commandProblems(block) : []
    if (runner === undefined) return outcome('validated only', { reason, problem })
    return outcome('run by another step', { reason: runner, problem: problem ?? runnerProblem(runner) })
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
