/**
 * What switches a model's thinking off.
 * - `budget`: a budget of 0
 * - `level`: a level with this name
 * - `switch`: an argument of the agent's program for that purpose
 */
export type ThinkingOff =
  | { readonly by: 'budget' }
  | { readonly by: 'level'; readonly level: string }
  | { readonly by: 'switch' }
