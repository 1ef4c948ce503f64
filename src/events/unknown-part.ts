/** A variant of a nested value that this version does not know, kept whole. */
export interface UnknownPart {
  type: 'unknown'
  /** The variant's own name for itself. */
  originalType: string
  /** All its other fields, untouched. */
  data: Record<string, unknown>
}
