import type { CheckName } from './check-name.ts'

/**
 * The prompt of each check. `{folder}` stands for the check's workspace, `{directory}` for the additional
 * directory, `{word}` for a word that is unique to the check.
 */
export type ContractPrompts = Partial<Record<CheckName, string>>

const hello = 'say hello {word}'
const longWork = 'run node -e "setTimeout(() => {}, 600000)"'

/** Prompts that the sim understands. A check without one needs no prompt or only runs with the caller's. */
export const defaultPrompts: ContractPrompts = {
  text: hello,
  thinking: 'think about ropes',
  'tool-read': 'read note.txt',
  'tool-allow': 'write made.txt {word}',
  'tool-deny': 'write denied.txt {word}',
  edit: 'write edited.txt {word}',
  cancel: longWork,
  resume: hello,
  load: hello,
  fork: hello,
  list: hello,
  close: hello,
  delete: hello,
  mcp: 'Call the tool contract_word of the MCP server capstan-contract and say what it answers',
  image: 'say that an image came',
  'additional-directory': 'read {directory}/note.txt',
  usage: 'say hello',
  crash: longWork,
}

/** Replaces the known names in braces; other braces stay. */
export function fillPrompt(prompt: string, places: Readonly<Record<string, string>>): string {
  return prompt.replaceAll(/\{(\w+)\}/g, (braces, name: string) => places[name] ?? braces)
}
