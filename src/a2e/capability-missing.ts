import { A2EError } from './a2e-error.ts'
import type { CatalogEntry } from './catalog.ts'

/** @throws A2EError `capability_missing` when the host did not accept the capability of a message, with its reason if known. */
export function requireCapability(
  { capability, type }: CatalogEntry,
  accepted: ReadonlySet<string>,
  reason = '',
): void {
  if (capability === 'core' || accepted.has(capability)) return
  const because = reason === '' ? '' : `: ${reason}`
  throw new A2EError('capability_missing', `Capability '${capability}' was not negotiated${because}`, {
    detail: { capability, type, accepted: [...accepted], ...(reason === '' ? {} : { reason }) },
    capabilityName: capability,
    hint: `Request '${capability}' in the handshake with a host that has a plugin for it.`,
  })
}
