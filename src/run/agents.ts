import { createClient } from './client.ts'

/** The default client, for programs that need only one. */
export const agents = /* @__PURE__ */ createClient()
