import { internalError, resourceNotFound, RpcFault } from '../wire/rpc-fault.ts'

/** A file system error as an error response to the agent. */
export function fileFault(verb: 'read' | 'written' | 'reached', path: string, error: unknown): RpcFault {
  if (error instanceof RpcFault) return error
  if (verb === 'read' && isMissing(error)) {
    return new RpcFault(resourceNotFound, 'File not found', { path })
  }
  const { errno, message } = error as NodeJS.ErrnoException
  const reason =
    errno === undefined ? message : process.getBuiltinModule('node:util').getSystemErrorMessage(errno)
  return new RpcFault(internalError, `The file could not be ${verb}: ${reason}`, { path })
}

export function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}
