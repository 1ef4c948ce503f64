import type { Ecosystem } from '../../../capabilities/convert.ts'
import type { CapabilityProfile } from '../../../capabilities/profile.ts'
import type { Conversion } from '../../../capabilities/profile-reader.ts'

/** Writes a profile in the shape of an ecosystem; what checks such shapes is loaded with it. */
export async function writeDeclarationLazily(
  ecosystem: Ecosystem,
  profile: CapabilityProfile,
): Promise<Conversion<object>> {
  return (await import('../../../capabilities/convert.ts')).writeDeclaration(ecosystem, profile)
}
