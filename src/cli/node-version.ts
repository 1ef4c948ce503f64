import { CapstanError } from '../core/capstan-error.ts'

/** The oldest supported Node.js, as in `engines` of package.json. */
const [oldestMajor, oldestMinor] = [22, 13]

/** The supported versions of Node.js. */
export const requiredNode = `>=${oldestMajor}.${oldestMinor}`

/**
 * Compares without a library, because every command runs it (`npm run bench -- start`).
 * @throws CapstanError `NODE_TOO_OLD`: commands use features that an older Node.js lacks.
 */
export function requireNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return
  throw new CapstanError(
    'NODE_TOO_OLD',
    `Capstan needs Node.js ${requiredNode}, but this is ${process.versions.node}`,
    {
      hint: `Install Node.js ${requiredNode} from https://nodejs.org, then check with capstan doctor.`,
    },
  )
}
