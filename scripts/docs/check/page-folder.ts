import { copyFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { cacheFolder, projectFolder, searchPath } from '../../../test/agents/cache.ts'
import { makeJobFolder } from '../../../test/agents/own-place.ts'
import { manifest } from '../../../test/support/package.ts'
import { resultsFolder } from './page-script.ts'

/** The folders of one page. */
export interface PageFolder {
  folder: string
  /** The working folder, with a LICENSE. */
  work: string
  home: string
  results: string
  environment: Readonly<Record<string, string | undefined>>
}

/** Makes the folders of a page: like a project that has installed `capstan` and everything else that programs import. */
export async function makePageFolder(): Promise<PageFolder> {
  const { folder, home, temporary } = await makeJobFolder('docs')
  const work = join(folder, 'work')
  const results = resultsFolder(folder)
  for (const path of [work, results]) mkdirSync(path)
  linkPackages(join(folder, 'node_modules'))
  copyFileSync(join(projectFolder, 'LICENSE'), join(work, 'LICENSE'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
  const { LANG = 'C.UTF-8', TERM, SHELL } = process.env
  const environment = {
    LANG,
    TERM,
    SHELL,
    NO_COLOR: '1',
    COLUMNS: '80',
    USER: 'capstan',
    HOME: home,
    TMPDIR: temporary,
    PATH: [join(folder, 'node_modules/.bin'), searchPath].join(delimiter),
    npm_config_update_notifier: 'false',
    // Without a network, retries take minutes.
    npm_config_fetch_retries: '0',
    npm_config_cache: join(folder, 'npm'),
  }
  return { folder, work, home, results, environment }
}

function linkPackages(packages: string): void {
  mkdirSync(join(packages, '.bin'), { recursive: true })
  for (const name of readdirSync(join(projectFolder, 'node_modules'))) {
    if (!name.startsWith('.')) symlinkSync(join(projectFolder, 'node_modules', name), join(packages, name))
  }
  symlinkSync(projectFolder, join(packages, 'capstan'))
  for (const [name, file] of Object.entries(manifest.bin)) {
    symlinkSync(join(projectFolder, file), join(packages, '.bin', name))
  }
}

/** Lets Capstan find these agents of the cache, and no others, so that a page prints the same on every machine. */
export function linkAgents(home: string, agents: readonly string[]): void {
  const folder = join(home, '.local/share/capstan/agents')
  mkdirSync(folder, { recursive: true })
  for (const agent of agents) symlinkSync(join(cacheFolder, 'agents', agent), join(folder, agent))
}
