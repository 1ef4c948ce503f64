import { statSync } from 'node:fs'
import { withInputBlock } from '../../../core/text/input-block.ts'
import type { RunOptions } from '../../../run/api/options.ts'
import type { Invocation } from '../../command.ts'
import { parseJsonInput, readJsonInput, readTextInput } from '../../input.ts'
import { readPipedInput } from '../../piped-input.ts'
import { UsageError } from '../../usage-error.ts'

/** Reads the documents that options name. `--mcp` also accepts inline JSON. */
export async function readDocuments(
  values: Invocation['values'],
): Promise<{ schema?: unknown; mcp: unknown[] }> {
  const [schema] = values.get('schema') ?? []
  const mcp: unknown[] = []
  for (const given of values.get('mcp') ?? []) {
    mcp.push(
      /^\s*[[{]/.test(given)
        ? parseJsonInput(given, '--mcp')
        : await readJsonInput(given, { flag: '--mcp', holds: 'MCP servers as JSON' }),
    )
  }
  return {
    mcp,
    ...(schema === undefined
      ? {}
      : { schema: await readJsonInput(schema, { flag: '--schema', holds: 'a JSON Schema' }) }),
  }
}

/** The prompt: the argument, or stdin for `-` or no argument. */
export async function readPrompt(typed: string | undefined): Promise<string> {
  if (typed !== undefined && typed !== '-') return typed
  return process.stdin.isTTY ? '' : (await readTextInput()).trim()
}

/** The prompt, followed by piped input in a block of its own. */
export async function readPromptWithInput(
  typed: string | undefined,
  { values, output, signal }: Pick<Invocation, 'values' | 'output' | 'signal'>,
): Promise<string> {
  if (typed === undefined || typed === '-') return await readPrompt(typed)
  const isTaken = ['schema', 'mcp'].some((name) => values.get(name)?.includes('-'))
  if (typed.trim() === '' || isTaken) return typed
  const { text, silent } = await readPipedInput(readTextInput, signal)
  if (silent) {
    const warning = 'stdin is an open pipe that sent nothing for 3 seconds; sending the prompt without it'
    output.note({ warning }, () => `${warning}. Add </dev/null to skip the wait.`)
  }
  return withInputBlock(typed, text)
}

/** Checks that named files and folders exist before anything starts. @throws UsageError that names the option. */
export function requirePaths({
  cwd,
  additionalDirectories = [],
  attachments = [],
}: Pick<RunOptions, 'cwd' | 'additionalDirectories' | 'attachments'>): void {
  if (cwd !== undefined) requirePath('cwd', cwd, 'folder')
  for (const path of additionalDirectories) requirePath('add-dir', path, 'folder')
  for (const { path } of attachments) if (path !== undefined) requirePath('attach', path, 'file')
}

function requirePath(option: string, path: string, kind: 'file' | 'folder'): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new UsageError(`--${option} ${path} does not exist`)
  if (found.isDirectory() !== (kind === 'folder'))
    throw new UsageError(`--${option} ${path} is not a ${kind}`)
}
