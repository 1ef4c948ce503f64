/**
 * How to turn a model's thinking off.
 * - `budget`: a budget of 0
 * - `level`: a level with this name
 * - `switch`: a dedicated argument of the agent's program
 */
export type ThinkingOff =
  | { readonly by: 'budget' }
  | { readonly by: 'level'; readonly level: string }
  | { readonly by: 'switch' }
