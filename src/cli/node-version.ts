import { CapstanError } from '../core/capstan-error.ts'

/** The oldest supported Node.js, as in `engines` of package.json. */
const [oldestMajor, oldestMinor] = [22, 13]

/** The supported versions of Node.js. */
export const requiredNode = `>=${oldestMajor}.${oldestMinor}`

/**
 * Prints one line and returns the exit code on a Node.js that is too old; otherwise returns undefined. Runs before anything else:
 * other parts of the program call functions that an old Node.js lacks. It compares without a library, because every command
 * runs it (`npm run bench -- start`).
 */
export function refuseOldNode(args: readonly string[]): 1 | undefined {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined
  // doctor reports an old Node.js as one of its findings, where it can run at all.
  if (args[0] === 'doctor' && 'getBuiltinModule' in process) return undefined
  const error = new CapstanError(
    'NODE_TOO_OLD',
    `Capstan needs Node.js ${requiredNode}, but this is ${process.versions.node}`,
    { hint: `Install Node.js ${requiredNode} from https://nodejs.org, then check with capstan doctor.` },
  )
  const text = `error ${error.code}: ${error.message} — ${error.hint}`
  const isJson = args.includes('--json')
  process.stderr.write(`${isJson ? JSON.stringify({ error: { ...error.toJSON(), exitCode: 1 } }) : text}\n`)
  return 1
}
