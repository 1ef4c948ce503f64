import { findBinary } from '../../agents/detect/find-binary.ts'

/** The path of bubblewrap, the program behind the sandbox; undefined if it is not installed. */
export function findBubblewrap(path: readonly string[]): string | undefined {
  return process.platform === 'linux' ? findBinary(['bwrap'], path) : undefined
}
