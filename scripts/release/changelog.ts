const unreleased = '## Unreleased\n'

export interface ReleasedChangelog {
  text: string
  /** The section of the version, without its heading. */
  notes: string
}

/** Moves the Unreleased section under the heading of a version and leaves an empty Unreleased section above it. */
export function releaseChangelog(text: string, version: string, date: string): ReleasedChangelog {
  const start = text.indexOf(unreleased)
  if (start === -1) throw new Error('CHANGELOG.md has no part "## Unreleased"')
  const body = start + unreleased.length
  const next = text.indexOf('\n## ', body)
  const end = next === -1 ? text.length : next + 1
  const notes = text.slice(body, end).trim()
  if (notes === '')
    throw new Error('CHANGELOG.md has nothing under "## Unreleased": describe the changes first')
  const released = `${unreleased}\n## ${version} (${date})\n\n${notes}\n`
  return { text: [text.slice(0, start), released, next === -1 ? '' : '\n', text.slice(end)].join(''), notes }
}
