import { z } from 'zod'
import { actionEventSchemas, deliveryEventSchemas } from './schema/delivery.ts'
import { elicitationEventSchemas } from './schema/elicitation.ts'
import { machineEventSchemas } from './schema/machine.ts'
import { messageEventSchemas } from './schema/message.ts'
import { permissionEventSchemas } from './schema/permission.ts'
import { planEventSchemas } from './schema/plan.ts'
import { reportEventSchemas } from './schema/report.ts'
import { sessionEventSchemas } from './schema/session.ts'
import { settingsEventSchemas } from './schema/settings.ts'
import { statusEventSchemas } from './schema/status.ts'
import { toolCallEventSchemas } from './schema/tool-call.ts'
import { usageEventSchemas } from './schema/usage.ts'

/**
 * Checks an event from outside, such as a stored event or a request to the gateway.
 * Checks known fields strictly and keeps unknown fields, so that an older reader loses nothing.
 */
export const agentEventSchema = z.discriminatedUnion('type', [
  ...messageEventSchemas,
  ...toolCallEventSchemas,
  ...permissionEventSchemas,
  ...elicitationEventSchemas,
  ...planEventSchemas,
  ...machineEventSchemas,
  ...statusEventSchemas,
  ...actionEventSchemas,
  ...sessionEventSchemas,
  ...settingsEventSchemas,
  ...usageEventSchemas,
  ...deliveryEventSchemas,
  ...reportEventSchemas,
])

export { contentBlockSchema } from './schema/content.ts'
