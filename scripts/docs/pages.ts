import * as z from 'zod'
import { addressPages } from './address-pages.ts'
import { agentSchemaPage } from './agent-schema-page.ts'
import { agentsPage } from './agents-page.ts'
import { apiPages } from './api/pages.ts'
import { capabilitiesPage } from './capabilities-page.ts'
import { commandsPage } from './commands-page.ts'
import { eventsPage } from './events-page.ts'
import { matrixPage } from './matrix-page.ts'
import { policiesPage } from './policies-page.ts'
import { configSchema } from '../../src/config/config-schema.ts'

/** The generated pages and files, by their path from the project's root. */
export const pages: Readonly<Record<string, () => string>> = {
  'docs/agents.md': agentsPage,
  'docs/capabilities.md': capabilitiesPage,
  'docs/commands.md': commandsPage,
  'docs/events.md': eventsPage,
  'docs/matrix.md': matrixPage,
  'docs/policies.md': policiesPage,
  'src/agents/agent.schema.json': agentSchemaPage,
  'src/config/config.schema.json': configSchemaPage,
  ...addressPages,
  ...apiPages,
}

/** The JSON Schema of configuration files. Draft 7, because editors read it best. */
function configSchemaPage(): string {
  return `${JSON.stringify(z.toJSONSchema(configSchema, { target: 'draft-7' }), undefined, 2)}\n`
}
