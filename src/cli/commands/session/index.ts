import type { CommandGroup } from '../../command.ts'

export const session: CommandGroup = {
  description:
    'Keeps agents open, and lets them and you write to each other. A daemon keeps the sessions between commands: it is\n' +
    'started when it is needed, and ends when there is neither a session nor a command for ten minutes.',
  commands: [
    {
      name: 'new',
      summary: 'open a session of an agent',
      load: async () => (await import('./new.ts')).newSession,
    },
    {
      name: 'list',
      summary: 'list the sessions, what each does, and what waits for it',
      load: async () => (await import('./list.ts')).listSessions,
    },
    {
      name: 'show',
      summary: 'show what a session can do now, and what waits for it',
      load: async () => (await import('./show.ts')).showSession,
    },
    {
      name: 'send',
      summary: 'send a message to sessions, people or a channel',
      load: async () => (await import('./send.ts')).sendMessage,
    },
    {
      name: 'inbox',
      summary: 'read what was written to you, or to a session',
      load: async () => (await import('./inbox.ts')).readInbox,
    },
    {
      name: 'watch',
      summary: 'see what happens, as it happens',
      load: async () => (await import('./watch.ts')).watchEvents,
    },
    {
      name: 'pause',
      summary: 'hold back what is sent to a session',
      load: async () => (await import('./lifecycle.ts')).pauseSession,
    },
    {
      name: 'resume',
      summary: 'go on with a session that was paused, or does not run any more',
      load: async () => (await import('./lifecycle.ts')).resumeSession,
    },
    {
      name: 'fork',
      summary: 'open another session that knows what this one knows',
      load: async () => (await import('./lifecycle.ts')).forkSession,
    },
    {
      name: 'snapshot',
      summary: 'print what a session could be opened from again',
      load: async () => (await import('./lifecycle.ts')).snapshotSession,
    },
    {
      name: 'release',
      summary: 'end a session and its agent',
      load: async () => (await import('./lifecycle.ts')).releaseSession,
    },
    {
      name: 'dead',
      summary: 'list what could not be delivered, and deliver it again',
      load: async () => (await import('./dead.ts')).deadLetters,
    },
    {
      name: 'channel',
      summary: 'list and make channels, and let sessions in and out',
      load: async () => (await import('./channel.ts')).channel,
    },
    {
      name: 'serve',
      summary: 'keep the sessions in the foreground, as the daemon does',
      load: async () => (await import('./serve.ts')).serve,
    },
    {
      name: 'stop',
      summary: 'end the daemon; its sessions can be resumed',
      load: async () => (await import('./stop.ts')).stopDaemon,
    },
  ],
}
