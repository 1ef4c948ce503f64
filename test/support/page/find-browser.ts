import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The browser of this machine: the one that is named, or the first on the PATH. Nothing is fetched. */
export function findBrowser(environment: NodeJS.ProcessEnv = process.env): string {
  const named = environment['CAPSTAN_BROWSER']
  if (named !== undefined && named !== '') return named
  const folders = (environment['PATH'] ?? '').split(delimiter)
  for (const name of names) {
    const found = folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
    if (found !== undefined) return found
  }
  throw new Error(
    `The tests of the page need Chromium, and there is no ${names.join(', ')} on the PATH. ` +
      'Install it (on Debian: apt-get install chromium), or name one in CAPSTAN_BROWSER.',
  )
}
