import type { Basis } from './definition-fact.ts'

/** The format of a model list, named after its agent. */
export const modelListForms = ['claude', 'codex', 'opencode', 'pi', 'omp'] as const

/** How to ask an installed agent for its models. */
export interface ModelQuestion {
  readonly arguments: readonly string[]
  /** Written to stdin, which is then closed. */
  readonly input?: string
  readonly form: (typeof modelListForms)[number]
  readonly basis: Basis
  readonly note?: string
}
