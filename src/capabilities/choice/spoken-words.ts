import { onFirstUse } from '../../core/on-first-use.ts'

/**
 * Words that people use for capabilities, each with the capabilities it means: one of them is enough. `id=value` means a
 * value of the capability. The id of a capability always finds it.
 */
const spoken: readonly (readonly [words: readonly string[], ids: readonly string[]])[] = [
  [
    ['json schema', 'structured', 'structured output', 'structured outputs', 'typed output'],
    ['output.structured'],
  ],
  [
    ['image', 'images', 'picture', 'pictures', 'photo', 'photos', 'screenshot', 'screenshots', 'vision'],
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
  [['resume'], ['session.resume']],
  [['fork', 'branch', 'copy a session'], ['session.fork']],
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
  [['windows'], ['process.platforms=win32']],
  [['mac', 'macos'], ['process.platforms=darwin']],
  [['linux'], ['process.platforms=linux']],
  [
    ['log in', 'login', 'sign in', 'account', 'api key'],
    ['auth', 'auth.status'],
  ],
  [
    ['stream', 'live'],
    ['output.text-streaming', 'transport.streaming'],
  ],
]

const byPhrase = /* @__PURE__ */ onFirstUse(
  () => new Map(spoken.flatMap(([words, ids]) => words.map((word) => [word, ids] as const))),
)

/** Phrases of several words, longest first: they are read as one. */
export const phrases = /* @__PURE__ */ onFirstUse((): readonly string[] =>
  [...byPhrase().keys()]
    .filter((phrase) => phrase.includes(' '))
    .toSorted((one, other) => other.length - one.length),
)

/** The capabilities that a word or phrase means, as `id` or `id=value`; undefined if it is not in the table. */
export function meaningsOf(word: string): readonly string[] | undefined {
  return byPhrase().get(word)
}
