import type { CheckName } from './check-name.ts'

/** The prompts of the turns of a check, in order; a later turn without one repeats the first. */
export type TurnPrompts = string | readonly string[]

/**
 * The prompts of each check. `{folder}` stands for the check's workspace, `{directory}` for the additional directory,
 * `{word}` for a word to find again, `{mark}` for the mark of the check's requests.
 */
export type ContractPrompts = Partial<Record<CheckName, TurnPrompts>>

/** Replaces the known names in braces; other braces stay. */
export function fillPrompt(prompt: string, places: Readonly<Record<string, string>>): string {
  return prompt.replaceAll(/\{(\w+)\}/g, (braces, name: string) => places[name] ?? braces)
}
