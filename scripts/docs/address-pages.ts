import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectAddress } from './project-address.ts'

type Address = string | undefined
type Fill = (text: string, address: Address) => string

/** Sets the address fields of package.json, or removes them without an address. */
export function fillManifest(text: string, address: Address): string {
  const {
    homepage: _homepage,
    bugs: _bugs,
    repository: _repository,
    ...rest
  } = JSON.parse(text) as Record<string, unknown>
  const fields =
    address === undefined
      ? {}
      : {
          homepage: `${address}#readme`,
          bugs: { url: `${address}/issues` },
          repository: { type: 'git', url: `git+${address}.git` },
        }
  // Where the formatter expects them.
  const entries = Object.entries(rest).flatMap((entry) =>
    entry[0] === 'license'
      ? [...Object.entries(fields).slice(0, 2), entry, ...Object.entries(fields).slice(2)]
      : [entry],
  )
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
}

/** Replaces the text between the two address comments. */
function filled(text: string, part: string): string {
  return text.replace(
    /(<!-- address -->)[^]*?(<!-- \/address -->)/,
    (_, start, end) => `${start}${part}${end}`,
  )
}

export const fillReadme: Fill = (text, address) =>
  filled(text, address === undefined ? '' : `\n[Repository](${address}) · [Issues](${address}/issues) ·\n`)

export const fillSecurity: Fill = (text, address) =>
  filled(
    text,
    address === undefined
      ? 'Write to the maintainers privately.'
      : `Use the [private form](${address}/security/advisories/new).`,
  )

/** The links above the issue templates; GitHub accepts only absolute URLs. */
export const fillIssueLinks: Fill = (_, address) =>
  [
    'blank_issues_enabled: true',
    ...(address === undefined
      ? []
      : [
          'contact_links:',
          '  - name: Vulnerability',
          `    url: ${address}/security/advisories/new`,
          '    about: Report it privately, not in an issue',
        ]),
    '',
  ].join('\n')

const files: Readonly<Record<string, Fill>> = {
  'package.json': fillManifest,
  'README.md': fillReadme,
  'SECURITY.md': fillSecurity,
  '.github/ISSUE_TEMPLATE/config.yml': fillIssueLinks,
}

/** The files that name the project's address. */
export const addressPages: Readonly<Record<string, () => string>> = Object.fromEntries(
  Object.entries(files).map(([file, fill]) => [
    file,
    () => fill(readFileSync(join(import.meta.dirname, '../..', file), 'utf8'), projectAddress),
  ]),
)
