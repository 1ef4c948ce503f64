import { z } from 'zod'
import { deliveryModes } from './types.ts'

const flag = z.boolean().optional()

/**
 * Checks a Relay session's declaration.
 * Any event name is valid and kept: real sessions emit more than the published list.
 */
export const relaySessionCapabilitiesSchema = z.looseObject({
  messaging: z.looseObject({
    receive: z.literal(true),
    send: flag,
    attachments: z.array(z.enum(['text', 'image'])).optional(),
  }),
  delivery: z.looseObject({ modes: z.array(z.enum(deliveryModes)), queue: flag }),
  events: z.looseObject({ emits: z.array(z.string().min(1)) }),
  actions: z.looseObject({ invoke: flag, expose: flag }).optional(),
  lifecycle: z.looseObject({
    release: z.boolean(),
    pause: flag,
    resume: flag,
    fork: flag,
    snapshot: flag,
  }),
})
