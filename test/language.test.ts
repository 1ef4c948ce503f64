import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from './support/package.ts'

/** Words that Capstan does not use, each with the word that it uses instead. */
const retired: readonly (readonly [RegExp, string])[] = [
  [/\broads?\b/, 'transport'],
  [/\bheadless\b/, 'command line'],
  [/\b(told|tells)\b/, 'reported, emitted, says'],
  [/\b(take|takes|taken|taking|took) up\b/, 'resume'],
  [/\b(let|lets|letting) go\b/, 'close, release'],
  [/\b(go|goes|going|went|gone) on with\b/, 'continue, resume'],
  [/\b(comes|come|coming|came) in\b/, 'sign in, arrive'],
  [/\b(let|lets) in\b/, 'authorized'],
  [/\b(of|from) elsewhere\b/, 'another origin'],
  [/\bnobody has looked\b/, 'no evidence yet'],
  [/\bwho says so\b/, 'evidence'],
  [/\bwanted\b/, 'requested, set'],
  [/\basked for\b/, 'requested'],
  [/\bthe usual\b/, 'default'],
  [/\bhas to have ended\b/, 'deadline'],
  [/\bthe one before\b/, 'previous'],
  [/\bdesks?\b/, 'broker'],
  [/\bcouriers?\b/, 'delivery scheduler'],
  [/\binlets?\b/, 'prompt inbox'],
  [/\boutlets?\b/, 'response writer'],
  [/\blanes?\b/, 'queue'],
  [/\bgreetings?\b/, 'initial events'],
  [/\brooms?\b/, 'module, capacity'],
  [/\bdoors?\b/, 'entry point'],
  [/\bkept open\b/, 'long-running'],
  [/\bjudge(s|d|ment)?\b/, 'check, validate'],
]

/** Texts of others, word for word: recordings, help texts, data of models. */
const quoted = /\/fixtures\/|\/data\/|^docs\/images\//

const files = execFileSync('git', ['ls-files', 'src', 'docs', 'README.md', 'AGENTS.md', 'examples'], {
  cwd: projectRoot,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|tsx|md|json|html|css)$/.test(file) && !quoted.test(file))

it('uses the words of its field, in identifiers too', () => {
  const found = files.flatMap((file) =>
    readFileSync(join(projectRoot, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const words = line.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
        return retired
          .filter(([pattern]) => pattern.test(words))
          .map(([pattern, instead]) => `${file}:${index + 1} ${pattern.source} → ${instead}: ${line.trim()}`)
      }),
  )
  expect(found).toEqual([])
})
