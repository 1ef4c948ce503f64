import { createClient } from './client.ts'

/** A client that is ready, for programs that need no other. */
export const agents = /* @__PURE__ */ createClient()
