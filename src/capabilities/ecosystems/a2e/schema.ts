import { z } from 'zod'

/** Checks one negotiated capability. The name is open; `metadata` may be left out, as on the wire. */
export const a2eCapabilitySchema = z.looseObject({
  capability: z.string().min(1),
  enabled: z.boolean().default(true),
  metadata: z.record(z.string(), z.unknown()).default({}),
})

/** Checks the capabilities in a handshake answer; the rest of the envelope is left alone. */
export const a2eNegotiatedCapabilitiesSchema = z.looseObject({
  accepted_caps: z.array(a2eCapabilitySchema),
  max_parallel: z.int().min(1).optional(),
})
