import { statSync } from 'node:fs'
import type { RunOptions } from '../../../run/options.ts'
import type { Invocation } from '../../command.ts'
import { parseJsonInput, readJsonInput, readTextInput } from '../../input.ts'
import { UsageError } from '../../usage-error.ts'

/** The documents that options name. `--mcp` takes JSON itself too. */
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

/** The prompt: the argument, or what is piped in for `-` or nothing. */
export async function readPrompt(typed: string | undefined): Promise<string> {
  if (typed !== undefined && typed !== '-') return typed
  return process.stdin.isTTY ? '' : (await readTextInput()).trim()
}

/** What is named must be there before anything starts. @throws UsageError that names the option. */
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
