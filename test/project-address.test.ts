import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fillIssueLinks, fillManifest, fillReadme, fillSecurity } from '../scripts/docs/address-pages.ts'
import { projectRoot } from './support/package.ts'

const address = 'https://example.org/owner/name'
const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8')

describe("the project's address", () => {
  it('fills the fields of package.json, and leaves them out while there is none', () => {
    const filled = fillManifest(read('package.json'), address)
    const { homepage, bugs, repository } = JSON.parse(filled) as Record<string, unknown>
    expect({ homepage, bugs, repository }).toEqual({
      homepage: 'https://example.org/owner/name#readme',
      bugs: { url: 'https://example.org/owner/name/issues' },
      repository: { type: 'git', url: 'git+https://example.org/owner/name.git' },
    })
    const without = JSON.parse(fillManifest(filled, undefined)) as Record<string, unknown>
    expect(['homepage', 'bugs', 'repository'].filter((field) => field in without)).toEqual([])
    expect(without).toHaveProperty('name', 'capstan')
  })

  it.each([
    { file: 'README.md', fill: fillReadme, link: '[Issues](https://example.org/owner/name/issues)' },
    {
      file: 'SECURITY.md',
      fill: fillSecurity,
      link: '[private form](https://example.org/owner/name/security/advisories/new)',
    },
    {
      file: '.github/ISSUE_TEMPLATE/config.yml',
      fill: fillIssueLinks,
      link: 'url: https://example.org/owner/name/security/advisories/new',
    },
  ])('fills $file, and removes it again', ({ file, fill, link }) => {
    const filled = fill(read(file), address)
    expect(filled).toContain(link)
    expect(fill(filled, undefined)).not.toContain(address)
  })
})
