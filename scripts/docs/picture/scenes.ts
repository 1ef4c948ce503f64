import type { ModelScript } from '../../../src/testing/provider/script/script.ts'

/** A command of the picture. */
export interface Scene {
  command: string
  exitCode?: number
  /** Keys to type once the terminal shows a text. */
  keys?: readonly { after: string; type: string }[]
}

export const columns = 92

/** Real commands of the built package; Claude Code is real too, and asks the model provider of the tests. */
export const scenes: readonly Scene[] = [
  {
    command: 'capstan run gemini "add a test" --fork 7f3a',
    exitCode: 6,
  },
  {
    command: 'capstan run claude "the tests of sum.js fail, fix it"',
    keys: [{ after: '[y', type: 'y' }],
  },
  { command: 'git diff --stat' },
]

/** What the model answers. */
export const modelScripts: readonly ModelScript[] = [
  {
    when: 'sum.js',
    steps: [
      { step: 'tool', use: 'read', input: { path: 'sum.js' } },
      { step: 'tool', use: 'edit', input: { path: 'sum.js', oldText: 'a - b', newText: 'a + b' } },
      { step: 'text', text: 'sum.js subtracted its arguments. It adds them now.' },
    ],
  },
]

/** The folder in which the commands run. */
export const preparation = `
git init -q . && git config user.name Ada && git config user.email ada@example.com
printf 'export const sum = (a, b) => a - b\\n' > sum.js
git add . && git commit -qm 'Add sum.js'
`
