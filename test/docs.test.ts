import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pages } from '../scripts/docs/pages.ts'
import { projectRoot } from './support/package.ts'

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8')

describe('docs', () => {
  it.each(Object.entries(pages))('%s is what `npm run docs` writes', (path, page) => {
    expect(read(path)).toBe(page())
  })

  it('fit the architecture on two hundred lines', () => {
    expect(read('docs/architecture.md').split('\n').length).toBeLessThanOrEqual(200)
  })

  it('link only to files that are there', () => {
    const files = globSync(['*.md', 'docs/*.md'], { cwd: projectRoot })
    const links = files.flatMap((file) =>
      Array.from(read(file).matchAll(/\]\((?!https?:|#)([^)#]+)/g), ([, target = '']) =>
        join(file, '..', target),
      ),
    )
    expect(links.length).toBeGreaterThan(5)
    expect(links.filter((target) => globSync(target, { cwd: projectRoot }).length === 0)).toEqual([])
  })
})
