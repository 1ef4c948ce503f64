import { CapstanError } from '../core/capstan-error.ts'

/** The oldest Node.js that Capstan runs on, as in `engines` of its package. */
const [oldestMajor, oldestMinor] = [22, 13]

/** The versions of Node.js that Capstan runs on. */
export const wantedNode = `>=${oldestMajor}.${oldestMinor}`

/**
 * By hand, because every command starts with it (`npm run bench -- start`).
 * @throws CapstanError `NODE_TOO_OLD`: commands use what an older Node.js does not have.
 */
export function requireNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return
  throw new CapstanError(
    'NODE_TOO_OLD',
    `Capstan needs Node.js ${wantedNode}, and this is ${process.versions.node}`,
    {
      hint: `Install Node.js ${wantedNode} from https://nodejs.org; capstan doctor shows which one is used.`,
    },
  )
}
