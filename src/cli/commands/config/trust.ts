import { configFiles, projectConfigName } from '../../../core/files/config-files.ts'
import { CapstanError } from '../../../core/capstan-error.ts'
import type { Command } from '../../command.ts'
import { columns } from '../../output/columns.ts'
import { settingRow } from './setting-rows.ts'

export const trustFolder: Command = {
  description:
    "Trusts a project's file in its current state: its agents, programs, MCP servers, variables and providers.\n" +
    'Read the file first. After a change you have to trust it again.',
  usage: '[<folder>]',
  options: [],
  maxArguments: 1,
  examples: ['capstan config trust', 'capstan config trust ~/projects/app'],
  async run({ arguments: [typed], output }) {
    const [{ readConfig }, { settingsOf }, { trust }, environment] = await Promise.all([
      import('../../../config/read-config.ts'),
      import('../../../config/settings.ts'),
      import('../../../config/trust.ts'),
      trustEnvironment(),
    ])
    const path = await projectFileOf(typed)
    const document = readConfig(path, 'project')
    trust(document, environment)
    const settings = settingsOf(document.config, { source: 'project', from: path })
    output.data({ path, settings }, () => {
      const rows = settings.map((setting) => settingRow(setting).slice(0, 2))
      return [`Trusted ${path} in its current state:`, columns(rows)].join('\n')
    })
    return 0
  },
}

export const untrustFolder: Command = {
  description: "Stops trusting a project's file.",
  usage: '[<folder>]',
  options: [],
  maxArguments: 1,
  examples: ['capstan config untrust'],
  async run({ arguments: [typed], output }) {
    const [{ untrust }, path, environment] = await Promise.all([
      import('../../../config/trust.ts'),
      import('node:path'),
      trustEnvironment(),
    ])
    const folder = path.resolve(typed ?? '.')
    const file = configFiles({ folder }).project ?? path.join(folder, projectConfigName)
    const removed = untrust(file, environment)
    output.data({ path: file, removed }, () =>
      removed ? `${file} is no longer trusted` : `${file} was not trusted`,
    )
    return 0
  },
}

/** Trust is stored in the data folder, and the user file can set that folder. */
async function trustEnvironment(): Promise<Readonly<Record<string, string | undefined>>> {
  const { userEnvironment } = await import('../../../config/load-config.ts')
  return userEnvironment(process.env)
}

async function projectFileOf(typed: string | undefined): Promise<string> {
  const path = await import('node:path')
  const folder = path.resolve(typed ?? '.')
  const { project } = configFiles({ folder })
  if (project !== undefined) return project
  throw new CapstanError('CONFIG_INVALID', `${folder} has no ${projectConfigName}`, {
    hint: `Name a project folder that contains ${projectConfigName}.`,
  })
}
