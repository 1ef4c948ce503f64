import { CapabilityError } from '../../src/capabilities/capability-error.ts'
import type { Client } from '../../src/run/client.ts'
import type { RunOptions } from '../../src/run/api/options.ts'
import type { Run } from '../../src/run/api/run.ts'

/** Starts a run. A synchronous error is thrown before anything starts. */
export function runOrRefusal(client: Client, options: RunOptions): Run | CapabilityError {
  try {
    return client.run(options)
  } catch (error) {
    if (error instanceof CapabilityError) return error
    throw error
  }
}
