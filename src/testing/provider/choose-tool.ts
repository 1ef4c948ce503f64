import type { OfferedTool } from './model-request.ts'
import { textAt } from './read-path.ts'
import type { ToolInput, ToolUse } from './script/script.ts'
import { shellCommand } from './shell-command.ts'
import { completed, fitted, hasPlaceFor, takesReplacement } from './tool-input.ts'

type CommonUse = 'shell' | 'read' | 'write' | 'edit'

/** The tool that a step calls, and a valid input. */
export interface ChosenTool {
  tool: OfferedTool
  input: Record<string, unknown> | string
}

/** The agents' tool names for each use; the first offered one that matches is used. */
const toolNames: Readonly<Record<CommonUse, readonly string[]>> = {
  shell: ['bash', 'run_shell_command', 'exec_command', 'shell', 'shell_command', 'execute_command', 'exec'],
  read: ['read', 'read_file', 'view'],
  write: ['write', 'write_file', 'create', 'create_file'],
  edit: ['edit', 'replace', 'edit_file', 'str_replace'],
}

const neededFields: Readonly<Record<CommonUse, readonly string[]>> = {
  shell: ['command'],
  read: ['path'],
  write: ['path', 'content'],
  edit: ['path'],
}

/** Finds the requested tool of a step; undefined if it is not offered. */
export function chooseTool(
  tools: readonly OfferedTool[],
  { use, input = {} }: { use: ToolUse; input?: ToolInput },
): ChosenTool | undefined {
  return isCommon(use) ? commonTool(tools, use, input) : namedTool(tools, use, input)
}

function commonTool(tools: readonly OfferedTool[], use: CommonUse, input: ToolInput): ChosenTool | undefined {
  const own = ownTool(tools, use)
  if (own !== undefined) return { tool: own, input: fitted(own.schema, input) }
  const patches = use === 'write' || use === 'edit'
  const patch = filePatch(input)
  const patching = tools.find(({ name }) => name === 'apply_patch')
  if (patches && patching !== undefined) {
    return { tool: patching, input: patching.takesText ? patch : fitted(patching.schema, { patch }) }
  }
  const command = shellCommand(use, input)
  const code = codeModeOf(tools)
  if (code !== undefined) return { tool: code, input: patches ? appliesPatch(patch) : runsCommand(command) }
  const shell = ownTool(tools, 'shell')
  return shell === undefined ? undefined : { tool: shell, input: fitted(shell.schema, { command }) }
}

function ownTool(tools: readonly OfferedTool[], use: CommonUse): OfferedTool | undefined {
  const fitting = tools.filter(({ takesText, schema }) => !takesText && suits(schema, use))
  return toolNames[use]
    .map((name) => fitting.find((tool) => tool.name.toLowerCase() === name))
    .find((tool) => tool !== undefined)
}

function suits(schema: unknown, use: CommonUse): boolean {
  return hasPlaceFor(schema, neededFields[use]) && (use !== 'edit' || takesReplacement(schema))
}

function namedTool(
  tools: readonly OfferedTool[],
  use: string | RegExp,
  input: ToolInput,
): ChosenTool | undefined {
  const tool =
    tools.find((candidate) => isNamed(candidate, use, 'whole')) ??
    tools.find((candidate) => isNamed(candidate, use, 'part'))
  if (tool !== undefined) {
    return { tool, input: tool.takesText ? textAt(input, 'input') : completed(tool.schema, input) }
  }
  const code = codeModeOf(tools)
  return code === undefined ? undefined : { tool: code, input: callsTool(use, input) }
}

function isNamed({ name, namespace }: OfferedTool, use: string | RegExp, match: 'whole' | 'part'): boolean {
  const full = namespace === undefined ? name : `${namespace}__${name}`
  if (typeof use !== 'string') return full.search(use) !== -1
  const [searched, names] = [use.toLowerCase(), [name.toLowerCase(), full.toLowerCase()]]
  return names.some((offered) => (match === 'whole' ? offered === searched : offered.includes(searched)))
}

function isCommon(use: ToolUse): use is CommonUse {
  return typeof use === 'string' && Object.hasOwn(toolNames, use)
}

/** The tool that runs JavaScript, in which an agent's other tools are functions, if it is offered. */
function codeModeOf(tools: readonly OfferedTool[]): OfferedTool | undefined {
  return tools.find(({ name, takesText }) => name === 'exec' && takesText)
}

/** JavaScript that runs a command and returns its output. */
function runsCommand(command: string): string {
  return `const result = await tools.exec_command(${JSON.stringify({ cmd: command })})\ntext(result.output)`
}

/** JavaScript that applies a patch. */
function appliesPatch(patch: string): string {
  return `text(await tools.apply_patch(${JSON.stringify(patch)}))`
}

/** JavaScript that calls the agent's first tool with a matching name. */
function callsTool(use: string | RegExp, input: unknown): string {
  const question =
    typeof use === 'string' ? `name.includes(${JSON.stringify(use)})` : `name.search(${String(use)}) !== -1`
  return [
    `const { name: found } = ALL_TOOLS.find(({ name }) => ${question})`,
    `text(await tools[found](${JSON.stringify(input)}))`,
  ].join('\n')
}

/** A patch in the format of the `apply_patch` tools. An edit replaces whole lines. */
function filePatch({ path = '', content, oldText = '', newText = '' }: ToolInput): string {
  const change =
    content === undefined
      ? [`*** Update File: ${path}`, '@@', ...lines(oldText, '-'), ...lines(newText, '+')]
      : [`*** Add File: ${path}`, ...lines(content, '+')]
  return ['*** Begin Patch', ...change, '*** End Patch', ''].join('\n')
}

function lines(text: string, sign: string): string[] {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `${sign}${line}`)
}
