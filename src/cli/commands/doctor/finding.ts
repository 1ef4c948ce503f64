/** One thing doctor looked at. */
export interface Finding {
  /** `problem` stops a run, `warning` may. */
  status: 'ok' | 'warning' | 'problem'
  what: string
  /** What to do about it. */
  fix?: string
}
