import type { TotalProfileReader } from '../../conversion/total-profile-reader.ts'

/** A name, which is never empty in these shapes; by default the subject of the profile. */
export function writeName(
  reader: TotalProfileReader,
  id: 'identity.name' | 'model.agent' | 'model.id',
  fallback = '',
): string {
  const known = reader.value(id)
  if (known === '') reader.lose(id, 'this shape requires a non-empty name')
  return reader.total(id, known || fallback || undefined, 'unknown')
}
