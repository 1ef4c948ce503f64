import type { Ecosystem } from '../../../capabilities/convert.ts'
import type { CapabilityProfile } from '../../../capabilities/profile.ts'
import type { Conversion } from '../../../capabilities/conversion/profile-reader.ts'

/** Converts a profile for an ecosystem; loads the converters on first use. */
export async function writeDeclarationLazily(
  ecosystem: Ecosystem,
  profile: CapabilityProfile,
): Promise<Conversion<object>> {
  return (await import('../../../capabilities/convert.ts')).writeDeclaration(ecosystem, profile)
}
