import type { Basis } from './definition-fact.ts'

/** Whose form the answer to a question about models can have; each is read by a file of that agent. */
export const modelListForms = ['claude', 'codex', 'opencode', 'pi', 'omp'] as const

/** How an installed agent is asked which models it has. */
export interface ModelQuestion {
  readonly arguments: readonly string[]
  /** Written to its stdin, which is then closed. */
  readonly input?: string
  readonly form: (typeof modelListForms)[number]
  readonly basis: Basis
  readonly note?: string
}
