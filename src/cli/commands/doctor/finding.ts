/** The result of one check. */
export interface Finding {
  /** `problem` stops a run, `warning` may. */
  status: 'ok' | 'warning' | 'problem'
  what: string
  /** How to fix the problem. */
  fix?: string
}
