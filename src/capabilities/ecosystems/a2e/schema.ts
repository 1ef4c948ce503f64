import { z } from 'zod'

/** Checks one negotiated capability. Any name is valid; `metadata` is optional, as on the wire. */
export const a2eCapabilitySchema = z.looseObject({
  capability: z.string().min(1),
  enabled: z.boolean().default(true),
  metadata: z.record(z.string(), z.unknown()).default({}),
})

/** Checks the capabilities in a handshake answer, but not the rest of the envelope. */
export const a2eNegotiatedCapabilitiesSchema = z.looseObject({
  accepted_caps: z.array(a2eCapabilitySchema),
  max_parallel: z.int().min(1).optional(),
})
