import { delimiter, join, resolve } from 'node:path'

export const projectFolder = resolve(import.meta.dirname, '../..')

/** Where the agents are installed and the results are written; kept from one run of the suite to the next. */
export const cacheFolder = resolve(process.env['CAPSTAN_TEST_AGENTS'] || join(projectFolder, '.agent-cache'))

/** Where programs are installed that an agent needs and does not bring. */
export const toolsFolder = join(cacheFolder, 'tools')

const programFolders = [
  join(projectFolder, 'node_modules', '.bin'),
  join(toolsFolder, 'node_modules', '.bin'),
]

/** The pinned Node comes first: npm silently picks older releases on a Node that is too old. */
export const searchPath = [...programFolders, process.env['PATH'] ?? ''].join(delimiter)

/** What the installer sees: its folder is the cache, and it does not wait long for a registry that is not there. */
export const installEnvironment = {
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_retry_maxtimeout: '5000',
  ...process.env,
  PATH: searchPath,
  CAPSTAN_HOME: cacheFolder,
}
