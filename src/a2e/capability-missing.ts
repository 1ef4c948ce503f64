import { A2EError } from './a2e-error.ts'
import type { CatalogEntry } from './catalog.ts'

/** @throws A2EError `capability_missing` when the host did not accept the capability of a message. */
export function requireCapability({ capability, type }: CatalogEntry, accepted: ReadonlySet<string>): void {
  if (capability === 'core' || accepted.has(capability)) return
  throw new A2EError('capability_missing', `Capability '${capability}' was not negotiated`, {
    detail: { capability, type, accepted: [...accepted] },
    capabilityName: capability,
    hint: `Request '${capability}' in the handshake with a host that has a plugin for it.`,
  })
}
