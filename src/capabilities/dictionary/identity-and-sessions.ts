import type { DictionaryRow } from './row.ts'

/** Who an agent is, its transport, its sessions and their lifecycle. */
export const sessionRows: readonly DictionaryRow[] = [
  [
    'identity.name',
    'machine-readable name',
    { agUi: 'identity.name', mux: 'agent', acp: 'agentInfo.name → info.name' },
    'text',
  ],
  [
    'identity.title',
    'display name',
    { agUi: 'identity.name, before the name', acp: 'agentInfo.title → info.title' },
    'text',
  ],
  [
    'identity.version',
    'version',
    { agUi: 'identity.version', acp: 'agentInfo.version → info.version' },
    'text',
  ],
  ['identity.description', 'description', { agUi: 'identity.description' }, 'text'],
  ['identity.provider', 'maintainer', { agUi: 'identity.provider' }, 'text'],
  ['identity.type', 'underlying framework', { agUi: 'identity.type' }, 'text'],
  ['identity.documentation', 'documentation', { agUi: 'identity.documentationUrl' }, 'URL'],

  ['transport.streaming', 'streams output', { agUi: 'transport.streaming', acp: 'always' }],
  ['transport.websocket', 'accepts persistent WebSocket connections', { agUi: 'transport.websocket' }],
  ['transport.http-binary', 'supports the binary protocol over HTTP', { agUi: 'transport.httpBinary' }],
  ['transport.push', 'sends updates by webhook after a run', { agUi: 'transport.pushNotifications' }],
  ['transport.resumable', 'can resume an interrupted stream', { agUi: 'transport.resumable' }],

  [
    'session.load',
    'loads an earlier session with its history',
    { acp: 'loadSession → session, resume with replay', agentsWire: 'loadSession' },
  ],
  [
    'session.resume',
    'resumes an earlier session, with or without its history',
    {
      mux: 'canResume',
      acp: 'sessionCapabilities.resume, or loadSession → session',
      agentsWire: 'resumeSession, or loadSession',
    },
  ],
  [
    'session.fork',
    'forks a session',
    {
      mux: 'canFork',
      acp: 'sessionCapabilities.fork → session.fork',
      agentsWire: 'forkSession',
      relay: 'lifecycle.fork',
    },
  ],
  [
    'session.list',
    'lists its sessions',
    { acp: 'sessionCapabilities.list → session', agentsWire: 'listSessions' },
  ],
  [
    'session.close',
    'closes a session without ending the process',
    { acp: 'sessionCapabilities.close → session', agentsWire: 'closeSession' },
  ],
  ['session.delete', 'deletes a session', { acp: 'sessionCapabilities.delete → session.delete' }],
  [
    'session.additional-directories',
    'accepts folders besides the working directory',
    {
      acp: 'sessionCapabilities.additionalDirectories → session.additionalDirectories',
      agentsWire: 'additionalDirectories',
    },
  ],
  ['session.title', 'renames a session', { acp: 'sessionCapabilities.title → session.title' }],
  ['session.archive', 'archives a session', { acp: 'sessionCapabilities.archive → session.archive' }],
  [
    'session.status',
    'reports the status of a session on request',
    { acp: 'sessionCapabilities.status → session.status' },
  ],
  [
    'session.system-prompt',
    'accepts a system prompt for a session',
    { acp: 'sessionCapabilities.systemPrompt → session.systemPrompt' },
    'the supported modes',
  ],
  [
    'session.subagents',
    'reports the subagents of a session',
    { acp: 'sessionCapabilities.subagents → session.subagents' },
  ],
  ['session.multi-turn', 'runs several turns in one session', { mux: 'supportsMultiTurn', acp: 'always' }],
  [
    'session.persistence',
    'keeps session state after a run',
    { agUi: 'state.persistentState', mux: 'sessionPersistence' },
    'none, file, sqlite or in-memory',
  ],

  [
    'lifecycle.release',
    'lets a client end a session',
    { acp: 'sessionCapabilities.close → session', agentsWire: 'closeSession', relay: 'lifecycle.release' },
  ],
  ['lifecycle.pause', 'pauses a session', { relay: 'lifecycle.pause' }],
  ['lifecycle.resume', 'resumes a paused session', { relay: 'lifecycle.resume' }],
  ['lifecycle.snapshot', 'saves a snapshot of a session', { relay: 'lifecycle.snapshot' }],
]
