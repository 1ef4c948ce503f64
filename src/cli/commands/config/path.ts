import { configFiles } from '../../../core/files/config-files.ts'
import type { Command } from '../../command.ts'
import { columns } from '../../output/columns.ts'

export const configPath: Command = {
  description: 'Prints the paths of the configuration files and of their JSON Schema.',
  usage: '',
  options: [{ name: 'cwd', value: '<folder>', help: 'find the project file of this folder' }],
  maxArguments: 0,
  examples: ['capstan config path', 'capstan config path --json'],
  async run({ values, output }) {
    const [path, { packageFolder }] = await Promise.all([
      import('node:path'),
      import('../../../core/files/package-folder.ts'),
    ])
    const { user, hasUser, project } = configFiles({ folder: path.resolve(values.get('cwd')?.[0] ?? '.') })
    const schema = path.join(packageFolder(import.meta.dirname) ?? '', 'dist', 'config', 'config.schema.json')
    output.data({ user, userExists: hasUser, project: project ?? null, schema }, () =>
      columns(
        [
          ['user', hasUser ? user : `${user} (does not exist)`],
          ['project', project ?? 'none'],
          ['schema', schema],
        ],
        { indent: '' },
      ),
    )
    return 0
  },
}
