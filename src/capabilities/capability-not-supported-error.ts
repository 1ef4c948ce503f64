import { CapabilityError } from './capability-error.ts'

/** A call was made that the agent did not advertise; `capability` is ACP's own name for it. */
export class CapabilityNotSupportedError extends CapabilityError {}
