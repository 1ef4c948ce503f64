import type { AgentDefinition } from '../definition/definition.ts'
import type { AgentFlags, Flag, FlagName } from '../definition/definition-flags.ts'
import type { PolicyMeans } from '../definition/definition-policies.ts'
import type { PlannedFile } from '../definition/planned-file.ts'
import {
  type CopiedFile,
  type LaunchRequest,
  type LaunchStart,
  runFolder,
  transportError,
} from './launch-request.ts'

type FlagValue = [FlagName, string]

/** Plans a run of one prompt. */
export function planCommandLine(
  definition: AgentDefinition,
  request: LaunchRequest,
  means?: PolicyMeans,
): LaunchStart {
  const { id, flags, binaries } = definition
  if (flags?.prompt === undefined) throw transportError(id, 'on its command line')
  const files: PlannedFile[] = []
  const { values, copies } = withCopies(flagValues(request, { flags, files }), flags)
  const rows = values.map(([name, value]) => {
    const flag = flags[name]
    if (flag === undefined) throw transportError(id, `on its command line with ${name}`)
    return { flag, filled: filledArguments(flag, value) }
  })
  const at = (place: Flag['place'], variadic?: true): string[] =>
    rows
      .filter(({ flag }) => flag.place === place && flag.variadic === variadic)
      .flatMap(({ filled }) => filled)
  const always = (name: FlagName): string[] => [...(flags[name]?.arguments ?? [])]
  // Variadic options come first and the stream options last, so that no option consumes the prompt.
  const options = [
    ...at(undefined, true),
    ...at(undefined),
    ...(means?.arguments ?? []),
    ...request.thinking.arguments,
    ...(flags.oneShot?.place === 'command' ? [] : always('oneShot')),
    ...always('no-background'),
    ...always('skip-trust'),
    ...always('skip-git-check'),
    ...always('stream'),
  ]
  const head = flags.oneShot?.place === 'command' ? always('oneShot') : []
  const text = [request.prompt, ...at('prompt')].join(' ')
  // On stdin, a prompt can have any length and no process list shows it.
  const piped = at('prompt').length === 0 ? flags['prompt-stdin']?.arguments : undefined
  const prompt = piped ?? promptArguments(flags.prompt, text)
  return {
    command: binaries[0],
    arguments: [...head, ...at('command'), ...options, ...at('last'), ...prompt],
    ...(piped === undefined ? {} : { stdin: text }),
    environment: {},
    files,
    copies,
    sessionOptions: [],
  }
}

/** Copies files into an additional directory, for an agent that reads only some folders. */
function withCopies(
  values: readonly FlagValue[],
  flags: AgentFlags,
): { values: FlagValue[]; copies: CopiedFile[] } {
  const copies: CopiedFile[] = []
  const moved = values.map(([name, value]): FlagValue => {
    if (flags[name]?.copied !== true) return [name, value]
    const ending = /\.\w+$/.exec(value)?.[0] ?? ''
    const path = `attachments/${copies.length + 1}${ending}`
    copies.push({ path, from: value })
    return [name, `${runFolder}/${path}`]
  })
  if (copies.length > 0) moved.push(['add-directory', `${runFolder}/attachments`])
  return { values: moved, copies }
}

/** Plans a long-running process. Options that go into the conversation are not passed here. */
export function planLongRunning(
  { id, longRunning, flags = {}, binaries }: AgentDefinition,
  request: LaunchRequest,
  means?: PolicyMeans,
): LaunchStart {
  if (longRunning === undefined) throw transportError(id, 'as a long-running process on its command line')
  const values = flagValues(request, { flags, files: [] })
  const onCommandLine = values.filter(([name]) => !longRunning.inDialog.includes(name))
  const options = onCommandLine.flatMap(([name, value]) => {
    if (!longRunning.flags.includes(name)) throw transportError(id, `as a long-running process with ${name}`)
    return filledArguments(flags[name], value)
  })
  return {
    command: binaries[0],
    arguments: [
      ...longRunning.arguments,
      ...(means?.arguments ?? []),
      ...request.thinking.arguments,
      ...options,
    ],
    environment: {},
    files: [],
    sessionOptions: [],
  }
}

/** The options of a request as values of flags. */
function flagValues(
  request: LaunchRequest,
  { flags, files }: { flags: AgentFlags; files: PlannedFile[] },
): FlagValue[] {
  const values: [FlagName, string | undefined][] = [
    ['model', request.model],
    ['resume', request.resume],
    ['fork', request.fork],
    ['session-id', request.sessionId],
    ['no-session', request.noSession ? '' : undefined],
    ...(request.additionalDirectories ?? []).map((folder): FlagValue => ['add-directory', folder]),
    ['system-prompt', request.systemPrompt],
    ['append-system-prompt', request.appendSystemPrompt],
    ...(request.images ?? []).map((path): FlagValue => ['image', path]),
    ...(request.files ?? []).map((path): FlagValue => ['file', path]),
    ['max-turns', request.maxTurns?.toString()],
    // Capstan enforces the limit itself; the flag only stops the agent sooner.
    ['max-cost', flags['max-cost'] === undefined ? undefined : request.maxCost?.toString()],
  ]
  if (request.outputSchema !== undefined) {
    const schema = JSON.stringify(request.outputSchema)
    const isInline = flags['schema-file'] === undefined && flags.schema !== undefined
    if (!isInline) files.push({ path: 'schema.json', content: `${schema}\n` })
    values.push(isInline ? ['schema', schema] : ['schema-file', `${runFolder}/schema.json`])
  }
  return values.filter((entry): entry is FlagValue => entry[1] !== undefined)
}

/** A prompt that looks like an option or a file gets a leading space, which agents ignore. */
function promptArguments(flag: Flag, prompt: string): string[] {
  return filledArguments(flag, flag.place === 'last' && /^[-@]/.test(prompt) ? ` ${prompt}` : prompt)
}

function filledArguments(flag: Flag | undefined, value: string): string[] {
  return (flag?.arguments ?? []).map((argument) => argument.replaceAll('{value}', value))
}
