/** The checks of the history, in the order of tables, with what a "yes" says. */
export const historyChecks = {
  handshake: 'answers initialize',
  session: 'opens a session',
  text: 'answers a prompt; the request reached the model',
  streamed: 'streams its answer in pieces',
  thinking: 'shows the thinking of the model',
  'tool-read': 'reads a file, and the content reaches the model',
  'tool-write': 'writes a file after permission',
  'tool-deny': 'asks before writing, and writes nothing after a denial',
  edit: 'changes a file',
  diff: 'reports a change as a diff',
  shell: 'runs a command',
  usage: 'reports tokens or cost',
  image: 'passes an image to the model',
  embedded: 'passes an embedded file to the model',
  model: 'switches the model of a session; the model provider sees it',
  effort: 'sets the effort of a session; the model provider sees it',
  mode: 'switches the mode of a session',
  cancel: 'stops a turn and its command',
  mcp: 'calls a tool of an MCP server of the session (stdio)',
  'auth-error': 'reports a rejected key as an error',
  list: 'lists an open session',
  fork: 'forks a session with its history',
  close: 'closes a session; later prompts fail',
  commands: 'lists slash commands',
  load: 'replays a session in a new process',
  resume: 'continues a session in a new process; the model sees the earlier text',
  crash: 'leaves no command running when it is killed',
} as const satisfies Readonly<Record<string, string>>

/** The name of a check of the history. */
export type HistoryCheck = keyof typeof historyChecks

export const historyCheckNames = Object.keys(historyChecks) as HistoryCheck[]

/** Why a version, or one check of it, could not be tried. It is never counted as a "no". */
export const notTriedClasses = {
  'not-installable': 'the package registry has no complete package',
  'our-flag': 'the program does not know the arguments that Capstan starts it with',
  'our-option': 'the program does not accept the settings of the test provider',
  'login-required': 'the program wants a login before it opens a session',
  'needs-network': 'the program needs the internet at the start',
  'pair-mismatch': 'the bridge and the program do not fit together',
  'too-slow': 'no answer within the time limit, twice',
  absent: 'the program has no such mode',
} as const satisfies Readonly<Record<string, string>>

export type NotTriedClass = keyof typeof notTriedClasses
