export { type Client, type ClientOptions, createClient } from './client.ts'
export type { Attachment, McpServer, RunOptions } from './options.ts'
export { planRun } from './plan.ts'
export { type RunContext, type ValidatedRun, validateRun } from './validate.ts'
