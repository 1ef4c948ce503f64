import type { CommandGroup } from '../../command.ts'

export const session: CommandGroup = {
  description:
    'Runs long-lived agents that message each other and you. A daemon runs the sessions: it starts when needed and stops\n' +
    'after ten minutes without sessions and commands.',
  commands: [
    {
      name: 'new',
      summary: 'start a session with an agent',
      load: async () => (await import('./new.ts')).newSession,
    },
    {
      name: 'list',
      summary: 'list the sessions with status and queued messages',
      load: async () => (await import('./list.ts')).listSessions,
    },
    {
      name: 'show',
      summary: 'show the status and capabilities of a session',
      load: async () => (await import('./show.ts')).showSession,
    },
    {
      name: 'ask',
      summary: 'prompt the agent of a session and show its answer',
      load: async () => (await import('./ask.ts')).askSession,
    },
    {
      name: 'send',
      summary: 'send a message to sessions, people or a channel',
      load: async () => (await import('./send.ts')).sendMessage,
    },
    {
      name: 'inbox',
      summary: 'read the messages to you or to a session',
      load: async () => (await import('./inbox.ts')).readInbox,
    },
    {
      name: 'watch',
      summary: 'show events as they happen',
      load: async () => (await import('./watch.ts')).watchEvents,
    },
    {
      name: 'pause',
      summary: 'hold messages to a session',
      load: async () => (await import('./lifecycle.ts')).pauseSession,
    },
    {
      name: 'resume',
      summary: 'resume a paused or stopped session',
      load: async () => (await import('./lifecycle.ts')).resumeSession,
    },
    {
      name: 'fork',
      summary: 'start a copy of a session',
      load: async () => (await import('./lifecycle.ts')).forkSession,
    },
    {
      name: 'snapshot',
      summary: 'print a session as JSON, to open it again later',
      load: async () => (await import('./lifecycle.ts')).snapshotSession,
    },
    {
      name: 'flush',
      summary: 'deliver the messages of mode manual',
      load: async () => (await import('./lifecycle.ts')).flushSession,
    },
    {
      name: 'release',
      summary: 'close a session and stop its agent',
      load: async () => (await import('./lifecycle.ts')).releaseSession,
    },
    {
      name: 'dead',
      summary: 'list undelivered messages and deliver them again',
      load: async () => (await import('./dead.ts')).deadLetters,
    },
    {
      name: 'saved',
      summary: 'list the sessions that an agent has saved, or show one',
      load: async () => (await import('./saved.ts')).savedSessions,
    },
    {
      name: 'channel',
      summary: 'list and create channels, add and remove sessions',
      load: async () => (await import('./channel.ts')).channel,
    },
    {
      name: 'token',
      summary: 'create or revoke the token of a person or a session',
      load: async () => (await import('./remote/token.ts')).tokenCommand,
    },
    {
      name: 'serve',
      summary: 'run the session daemon in the foreground',
      load: async () => (await import('./serve.ts')).serve,
    },
    {
      name: 'stop',
      summary: 'stop the daemon; its sessions can be resumed',
      load: async () => (await import('./stop.ts')).stopDaemon,
    },
  ],
}
