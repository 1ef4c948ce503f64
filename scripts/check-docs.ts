import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { twoAtATime } from '../test/agents/two-at-a-time.ts'
import { readBlocks } from './docs/check/block.ts'
import { checkBlocks } from './docs/check/check-blocks.ts'
import { compilePrograms } from './docs/check/compile-programs.ts'
import { installNeeded } from './docs/check/needed-agents.ts'
import { linkProblems } from './docs/check/links.ts'
import { numberProblems } from './docs/check/numbers.ts'
import { type Outcome, reportOf } from './docs/check/outcome.ts'

/** Checks everything that the pages state: `npm run docs:check [page…]`. */
const root = join(import.meta.dirname, '..')
const written = ['README.md', ...globSync(['docs/*.md', 'docs/decisions/*.md'], { cwd: root }).toSorted()]
const generated = globSync('docs/api/*.md', { cwd: root }).toSorted()
const beside = globSync(['*.md', 'examples/*/README.md'], { cwd: root }).filter(
  (page) => page !== 'README.md',
)
const asked = process.argv.slice(2)
const pages = asked.length === 0 ? written : written.filter((page) => asked.includes(page))

const all = written.map((page) => ({
  page,
  blocks: readBlocks(page, readFileSync(join(root, page), 'utf8')),
}))
const blocks = all.filter(({ page }) => pages.includes(page)).map((one) => one.blocks)
const errors = compilePrograms(blocks.flat())
// Of all pages, so that the output of one page does not depend on which others are checked.
const context = { errors, ...(await installNeeded(all.flatMap((one) => one.blocks))) }
const checked = await twoAtATime(blocks, async (ofPage) => {
  const started = performance.now()
  const found = await checkBlocks(ofPage, context)
  const [first] = ofPage
  if (first !== undefined) {
    const failed = found.filter(({ problem }) => problem !== undefined).length
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${first.page}: ${found.length} blocks, ${failed} failed, ${seconds} s`)
  }
  return found
})
const outcomes: Outcome[] = checked.flat()
const problems =
  asked.length > 0 ? [] : [...linkProblems([...written, ...generated, ...beside]), ...numberProblems(written)]
console.log(reportOf(outcomes, problems))
const isFine = problems.length === 0 && outcomes.every(({ problem, how }) => !problem && how !== 'not run')
process.exitCode = isFine ? 0 : 1
