import type { Support } from '../../capabilities/evidence.ts'

/** One thing that a run of the contract suite saw an agent do, or not do. */
export interface ObservedFact {
  readonly support: Support
  /** The check that saw it. */
  readonly check: string
}

/** What the contract suite saw of one version of an agent. Written by the suite, not by hand. */
export interface ObservedFacts {
  /** The version of the agent itself. */
  readonly version: string
  readonly at: string
  /** The program that spoke ACP, and its version: a bridge has its own. */
  readonly by: string
  readonly facts: Readonly<Record<string, ObservedFact>>
}
