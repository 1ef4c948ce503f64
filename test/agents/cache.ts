import { delimiter, join, resolve } from 'node:path'

export const projectFolder = resolve(import.meta.dirname, '../..')

/** The folder of installed agents and results; kept between runs of the suite. */
export const cacheFolder = resolve(process.env['CAPSTAN_TEST_AGENTS'] || join(projectFolder, '.agent-cache'))

/** The folder of programs that agents require but do not include. */
export const toolsFolder = join(cacheFolder, 'tools')

const programFolders = [
  join(projectFolder, 'node_modules', '.bin'),
  join(toolsFolder, 'node_modules', '.bin'),
]

/** The pinned Node comes first: npm silently picks older releases on a Node that is too old. */
export const searchPath = [...programFolders, process.env['PATH'] ?? ''].join(delimiter)

/** The environment of the installer: its folder is the cache, with a short timeout for the registry. */
export const installEnvironment = {
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_retry_maxtimeout: '5000',
  ...process.env,
  PATH: searchPath,
  CAPSTAN_HOME: cacheFolder,
}
