import type { OfferedTool } from './model-request.ts'

/** The tool that runs JavaScript, in which an agent's other tools are functions, if it is offered. */
export function codeModeOf(tools: readonly OfferedTool[]): OfferedTool | undefined {
  return tools.find(({ name, takesText }) => name === 'exec' && takesText)
}

/** JavaScript that runs a command and shows what it printed. */
export function runsCommand(command: string): string {
  return `const result = await tools.exec_command(${JSON.stringify({ cmd: command })})\ntext(result.output)`
}

/** JavaScript that applies a patch. */
export function appliesPatch(patch: string): string {
  return `text(await tools.apply_patch(${JSON.stringify(patch)}))`
}

/** JavaScript that calls the first of the agent's tools that a name or a pattern fits. */
export function callsTool(use: string | RegExp, input: unknown): string {
  const question =
    typeof use === 'string' ? `name.includes(${JSON.stringify(use)})` : `name.search(${String(use)}) !== -1`
  return [
    `const { name: found } = ALL_TOOLS.find(({ name }) => ${question})`,
    `text(await tools[found](${JSON.stringify(input)}))`,
  ].join('\n')
}
