/** A variant of a nested value that this version does not know, kept unchanged. */
export interface UnknownPart {
  type: 'unknown'
  /** Name of the variant. */
  originalType: string
  /** All other fields, unchanged. */
  data: Record<string, unknown>
}
