import type { LoadedConfig } from '../../../config/load-config.ts'
import type { Command } from '../../command.ts'
import { columns } from '../../output/columns.ts'
import type { Style } from '../../output/style.ts'
import { settingRow } from './setting-rows.ts'

export const showConfig: Command = {
  description:
    'Shows every value that files and environment variables set for this folder, with its source. Flags override them.',
  usage: '',
  options: [{ name: 'cwd', value: '<folder>', help: 'show the configuration of this folder' }],
  maxArguments: 0,
  examples: ['capstan config show', 'capstan config show --json'],
  async run({ values, output }) {
    const { loadConfig } = await import('../../../config/load-config.ts')
    const [cwd] = values.get('cwd') ?? []
    const loaded = loadConfig(cwd === undefined ? {} : { cwd })
    output.data(loaded, () => tableOf(loaded, output.style))
    for (const warning of loaded.warnings) output.note({ warning }, () => `warning: ${warning}`)
    return 0
  },
}

function tableOf({ settings, ignored }: LoadedConfig, style: Style): string {
  if (settings.length === 0 && ignored.length === 0) {
    return 'Nothing is configured. Try: capstan config set agent claude'
  }
  const head = ['KEY', 'VALUE', 'FROM'].map(style.dim)
  const rows = settings.map((setting) => {
    const [key, value, place] = settingRow(setting)
    return [style.bold(key), value, place]
  })
  const left = ignored.map((setting) => {
    const [key, value, place] = settingRow(setting)
    return [key, value, `${style.warn('ignored, not trusted:')} ${place}`]
  })
  return columns([head, ...rows, ...left], { indent: '' })
}
