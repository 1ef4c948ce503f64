import type { CommandGroup } from '../../command.ts'

export const config: CommandGroup = {
  description:
    'Shows and edits the configuration. Precedence: flags, environment variables, project file (capstan.config.json),\n' +
    'user file.',
  commands: [
    {
      name: 'show',
      summary: 'show the configuration of this folder and the source of each value',
      load: async () => (await import('./show.ts')).showConfig,
    },
    {
      name: 'path',
      summary: 'print the paths of the configuration files',
      load: async () => (await import('./path.ts')).configPath,
    },
    {
      name: 'set',
      summary: 'set a key in the user file',
      load: async () => (await import('./set.ts')).setKey,
    },
    {
      name: 'unset',
      summary: 'remove a key from the user file',
      load: async () => (await import('./set.ts')).unsetKey,
    },
    {
      name: 'trust',
      summary: "trust a project's file in its current state",
      load: async () => (await import('./trust.ts')).trustFolder,
    },
    {
      name: 'untrust',
      summary: "stop trusting a project's file",
      load: async () => (await import('./trust.ts')).untrustFolder,
    },
  ],
}
