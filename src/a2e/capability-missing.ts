import { A2EError } from './a2e-error.ts'
import type { CatalogueEntry } from './catalogue.ts'

/** @throws A2EError `capability_missing` when the capability of a message is not among those that were accepted. */
export function requireCapability({ capability, type }: CatalogueEntry, accepted: ReadonlySet<string>): void {
  if (capability === 'core' || accepted.has(capability)) return
  throw new A2EError('capability_missing', `Capability '${capability}' was not negotiated`, {
    detail: { capability, type, accepted: [...accepted] },
    capabilityName: capability,
    hint: `Ask for '${capability}' in the handshake, of a host that has a plugin for it.`,
  })
}
