import type { PolicyMeans } from '../../definition/definition-policies.ts'

const file = 'read-guard.mjs'

export interface ReadGuardOptions {
  /** The flag that loads an extension. */
  readonly flag: string
  /** The tools that may be called, each with the argument that holds its path. */
  readonly reads: Readonly<Record<string, string>>
  /**
   * Asks a person instead of blocking:
   * - `unasked`: about what omp itself does not ask about: paths outside, and tools that settings allow
   * - `everything`: about every other call, as JSON that the agent's dialog reads
   */
  readonly asks?: 'unasked' | 'everything'
}

/** An extension for Pi and omp that blocks every call except reading inside the working folder, or asks about it. */
export function readGuard({
  flag,
  reads,
  asks,
}: ReadGuardOptions): Required<Pick<PolicyMeans, 'arguments' | 'files'>> {
  const settings = `const reads = ${JSON.stringify(reads)}\nconst asks = ${JSON.stringify(asks ?? 'nothing')}\n`
  return {
    arguments: [flag, `{runFolder}/${file}`],
    files: [{ path: file, content: `${settings}${source}` }],
  }
}

/**
 * Both agents block a call if the handler throws. They accept more forms of a path than files have: URLs, `~`, `@file`,
 * lists, globs and line ranges. A form that could lead outside is blocked, even if it would not.
 */
const source = String.raw`
import { realpathSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve } from 'node:path'

export default (agent) => {
  agent.on('tool_call', async ({ toolName, toolCallId, input }, { cwd, ui }) => {
    if (isRead(toolName, input, cwd)) return undefined
    if (asks === 'nothing') {
      return { block: true, reason: 'Only reading files inside the working folder is allowed' }
    }
    if (asks === 'unasked' && !Object.hasOwn(reads, toolName) && !(await isAllowed(agent, toolName, cwd))) {
      return undefined
    }
    const question =
      asks === 'unasked'
        ? 'Allow tool: ' + toolName + '\n' + detailOf(toolName, input)
        : JSON.stringify({ toolCallId, tool: toolName, input })
    const answer = await ui.select(question, ['Approve', 'Deny'])
    return answer === 'Approve' ? undefined : { block: true, reason: 'The user denied this call' }
  })
}

/** omp asks about a tool unless the settings of the user or of the folder allow the tool. */
async function isAllowed({ pi }, tool, cwd) {
  const policies = (await pi.settings.cloneForCwd(cwd)).get('tools.approval')
  return Object.hasOwn(policies, tool) && /^\s*allow\s*$/i.test(String(policies[tool]))
}

function detailOf(tool, input) {
  if (Object.hasOwn(reads, tool)) return 'Path: ' + String(input?.[reads[tool]])
  const text = JSON.stringify(input) ?? ''
  return 'Input: ' + (text.length > 2000 ? text.slice(0, 2000) + '…' : text)
}

function isRead(tool, input, cwd) {
  if (!Object.hasOwn(reads, tool) || typeof input !== 'object' || input === null) return false
  const path = input[reads[tool]] ?? ''
  return typeof path === 'string' && [path, ...path.split(/[;,\s]+/)].every((part) => isInside(part.trim(), cwd))
}

function isInside(path, cwd) {
  if (/^[~@:"']|:\/\/|[^\S ]/.test(path) || path.split(/[\\/]/).includes('..')) return false
  const [start] = path.split(/[*?[{:]/)
  const roots = [cwd, ...addedFolders()].map((folder) => realpathSync(folder))
  return [path, start].every((one) => roots.some((root) => isBelow(root, realPath(resolve(cwd, one)))))
}

/** The additional folders of the session; only omp has an option for them. */
function addedFolders() {
  return process.argv.filter((_, index, words) => words[index - 1] === '--add-dir')
}

function isBelow(folder, path) {
  const way = relative(folder, path)
  return way !== '..' && !/^\.\.[\\/]/.test(way) && !isAbsolute(way)
}

/** Of a missing file, the path in the real folder that would hold it. */
function realPath(path) {
  try {
    return realpathSync(path)
  } catch (error) {
    if (error.code !== 'ENOENT' || dirname(path) === path) throw error
    return resolve(realPath(dirname(path)), relative(dirname(path), path))
  }
}
`
