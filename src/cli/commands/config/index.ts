import type { CommandGroup } from '../../command.ts'

export const config: CommandGroup = {
  description:
    'Shows and changes the configuration. Flags win over variables, these over the file of the project\n' +
    '(capstan.config.json), and that over the file of the user.',
  commands: [
    {
      name: 'show',
      summary: 'show the configuration of this folder, and where each value comes from',
      load: async () => (await import('./show.ts')).showConfig,
    },
    {
      name: 'path',
      summary: 'print where the configuration files are',
      load: async () => (await import('./path.ts')).configPath,
    },
    {
      name: 'set',
      summary: 'set a key of the user file',
      load: async () => (await import('./set.ts')).setKey,
    },
    {
      name: 'unset',
      summary: 'remove a key of the user file',
      load: async () => (await import('./set.ts')).unsetKey,
    },
    {
      name: 'trust',
      summary: "trust a project's file as it is now",
      load: async () => (await import('./trust.ts')).trustFolder,
    },
    {
      name: 'untrust',
      summary: "take the trust in a project's file back",
      load: async () => (await import('./trust.ts')).untrustFolder,
    },
  ],
}
