/**
 * Words that people use for capabilities whose ids do not contain them. The id of a capability always finds it, also in
 * part.
 */
const spoken: readonly (readonly [words: readonly string[], ids: readonly string[]])[] = [
  [
    ['json schema', 'structured output', 'structured outputs', 'typed output'],
    ['output.structured', 'output.json-mode'],
  ],
  [
    ['images', 'picture', 'pictures', 'photo', 'photos', 'screenshot', 'screenshots', 'vision'],
    ['prompt.image'],
  ],
  [
    ['voice', 'sound', 'speech'],
    ['prompt.audio', 'output.audio'],
  ],
  [
    ['documents', 'document', 'files', 'attachments'],
    ['prompt.file', 'prompt.pdf', 'prompt.embedded-context'],
  ],
  [['folders', 'several folders', 'monorepo'], ['session.additional-directories']],
  [
    ['continue', 'history', 'go on'],
    ['session.resume', 'session.load'],
  ],
  [['branch', 'copy a session'], ['session.fork']],
  [
    ['remember', 'remembers', 'memory'],
    ['state.memory', 'session.persistence'],
  ],
  [
    ['subagent', 'subagents', 'sub-agents', 'delegate', 'crew'],
    ['multi-agent.delegation', 'session.subagents'],
  ],
  [
    ['reasoning', 'reason', 'think', 'thinks'],
    ['thinking.supported', 'thinking.effort', 'thinking.streaming'],
  ],
  [
    ['approve', 'approval', 'permission', 'permissions', 'asks first', 'ask first'],
    ['tools.approval', 'interaction.approve-with-edits'],
  ],
  [['while it runs', 'interrupt', 'steering', 'mid-turn'], ['interaction.steer']],
  [['sandbox', 'isolated', 'safe'], ['execution.sandboxed']],
  [
    ['run code', 'shell', 'terminal', 'commands'],
    ['execution.code', 'tools.native'],
  ],
  [['system prompt', 'instructions'], ['session.system-prompt']],
  [['rules', 'agents.md'], ['agents-md']],
  [['mcp server', 'mcp servers'], ['mcp.supported']],
  [['windows', 'mac', 'macos', 'linux'], ['process.platforms']],
  [
    ['log in', 'login', 'sign in', 'account', 'api key'],
    ['auth', 'auth.status'],
  ],
  [
    ['stream', 'live'],
    ['output.text-streaming', 'transport.streaming'],
  ],
]

const byPhrase = new Map(spoken.flatMap(([words, ids]) => words.map((word) => [word, ids] as const)))

/** Phrases of several words, longest first: they are read as one. */
export const phrases: readonly string[] = [...byPhrase.keys()]
  .filter((phrase) => phrase.includes(' '))
  .toSorted((one, other) => other.length - one.length)

/** Whether a word or phrase means a capability. */
export function meansCapability(word: string, id: string): boolean {
  return id.includes(word) || (byPhrase.get(word)?.includes(id) ?? false)
}
