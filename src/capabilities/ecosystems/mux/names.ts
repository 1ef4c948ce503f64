/** agent-mux's names of capabilities, for errors. */
const names: Readonly<Record<string, string>> = {
  'output.json-mode': 'jsonMode',
  'output.structured': 'structuredOutput',
  'thinking.supported': 'thinking',
  'thinking.effort': 'thinkingEffort',
  'thinking.budget': 'thinkingBudgetTokens',
  'tools.approval': 'approvalMode',
  'prompt.file': 'fileAttachments',
}

/** The name of a capability in agent-mux; undefined if it is the canonical id. */
export function muxName(id: string): string | undefined {
  return Object.hasOwn(names, id) ? names[id] : undefined
}
