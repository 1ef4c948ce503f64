import { CapstanError } from '../core/capstan-error.ts'
import { requireObject } from '../core/check-argument.ts'
import type { AgentDefinition } from './definition.ts'
import type { AgentFlags, Flag, FlagName } from './definition-flags.ts'
import { passedOnTo } from './passed-on.ts'
import type { PlannedOption, ThinkingTranslation } from './thinking-translation.ts'

/** What stands for the folder of the run in a plan; it is known only when the run starts. */
export const runFolder = '{runFolder}'

/** What a run says to its agent, as far as that is said when it is started. */
export interface LaunchRequest {
  transport: 'acp' | 'cli'
  /** On its command line, but as one process for many turns. */
  live?: boolean
  prompt: string
  /** As the agent writes it: `cliArgValue` of a model. */
  model?: string
  thinking: ThinkingTranslation
  /** An earlier session to go on with, or to branch from; or the id of a new one. */
  resume?: string
  fork?: string
  sessionId?: string
  noSession?: boolean
  additionalDirectories?: readonly string[]
  systemPrompt?: string
  appendSystemPrompt?: string
  approval?: 'yolo' | 'prompt' | 'deny'
  outputSchema?: unknown
  images?: readonly string[]
  files?: readonly string[]
  maxTurns?: number
  maxCost?: number
}

/** A file that is written into the folder of the run before the agent starts. */
export interface PlannedFile {
  /** From the folder of the run. */
  readonly path: string
  readonly content: string
}

/** How an agent will be started. Plain data, without anything secret in it. */
export interface LaunchPlan {
  readonly agent: string
  readonly transport: 'acp' | 'cli'
  /** It stays open on its command line and is spoken to: it is given no prompt when it is started. */
  readonly live?: true
  readonly command: string
  readonly arguments: readonly string[]
  /** Variables that are set for it. */
  readonly environment: Readonly<Record<string, string>>
  /** Names of the caller's variables that it needs: how to find things, and how to log in. */
  readonly passedOn: readonly string[]
  /** Variables that hold a key, each with the name of the caller's variable that it is taken from. */
  readonly keyVariables?: Readonly<Record<string, string>>
  /** Names of variables it must not see. */
  readonly withheld: readonly string[]
  readonly files: readonly PlannedFile[]
  /** Options to set once there is a session, by category. */
  readonly sessionOptions: readonly PlannedOption[]
  /** Vendor metadata of the request that opens a session over ACP. */
  readonly sessionMeta?: Readonly<Record<string, unknown>>
  readonly warnings: readonly string[]
}

/** Works out how an agent is started. Pure: nothing is looked for and nothing is written. */
export function launchPlan(definition: AgentDefinition, request: LaunchRequest): LaunchPlan {
  requireObject(definition, 'definition')
  requireObject(request, 'request', ['thinking'])
  const { thinking } = request
  const settings = thinking.settings.map(({ file, content }) => ({
    path: `settings/${file}`,
    content: `${JSON.stringify(content, undefined, 2)}\n`,
  }))
  const folders = Object.fromEntries(
    thinking.settings.map(({ folderVariable }) => [folderVariable, `${runFolder}/settings`]),
  )
  const isLive = request.transport === 'cli' && request.live === true
  const plan = request.transport === 'acp' ? planAcp : isLive ? planLive : planHeadless
  const start = plan(definition, request)
  return {
    agent: definition.id,
    transport: request.transport,
    ...(isLive ? { live: true } : {}),
    command: start.command,
    arguments: start.arguments,
    environment: { ...start.environment, ...thinking.environment, ...folders },
    passedOn: passedOnTo(definition),
    withheld: definition.acp?.unset ?? [],
    files: [...start.files, ...settings],
    sessionOptions: [...start.sessionOptions, ...thinking.sessionOptions],
    warnings: [...thinking.leftOut.map(({ message }) => message), ...thinking.warnings],
  }
}

type Start = Pick<LaunchPlan, 'command' | 'arguments' | 'environment' | 'files' | 'sessionOptions'>

function planAcp({ id, acp }: AgentDefinition, { model, thinking, approval }: LaunchRequest): Start {
  if (acp === undefined) throw transportError(id, 'over ACP')
  const { modelArguments, askingMode } = acp
  const isChosenAtStart = model === undefined || modelArguments !== undefined
  const chosen = model === undefined ? [] : (modelArguments ?? [])
  return {
    command: acp.binary,
    arguments: [
      ...acp.arguments,
      ...chosen.map((word) => word.replaceAll('{value}', model ?? '')),
      ...thinking.arguments,
    ],
    environment: acp.environment ?? {},
    files: [],
    sessionOptions: [
      ...(isChosenAtStart ? [] : [{ category: 'model', value: model }]),
      ...(askingMode === undefined || approval === 'yolo' ? [] : [{ category: 'mode', value: askingMode }]),
    ],
  }
}

function planHeadless(definition: AgentDefinition, request: LaunchRequest): Start {
  const { id, flags, binaries } = definition
  if (flags?.prompt === undefined) throw transportError(id, 'on its command line')
  const files: PlannedFile[] = []
  const said = sayings(request, { flags, files })
  const rows = said.map(([name, value]) => {
    const flag = flags[name]
    if (flag === undefined) throw transportError(id, `on its command line with ${name}`)
    return { flag, words: flag.arguments.map((word) => word.replaceAll('{value}', value)) }
  })
  const at = (place: Flag['place'], variadic?: true): string[] =>
    rows
      .filter(({ flag }) => flag.place === place && flag.variadic === variadic)
      .flatMap(({ words }) => words)
  const always = (name: FlagName): string[] => [...(flags[name]?.arguments ?? [])]
  // Words that take all that follow come first and the stream's own last, so that no prompt is taken for one of them.
  const options = [
    ...at(undefined, true),
    ...at(undefined),
    ...request.thinking.arguments,
    ...(flags.headless?.place === 'command' ? [] : always('headless')),
    ...always('no-background'),
    ...always('skip-trust'),
    ...always('skip-git-check'),
    ...always('stream'),
  ]
  const head = flags.headless?.place === 'command' ? always('headless') : []
  const prompt = promptWords(flags.prompt, [request.prompt, ...at('prompt')].join(' '))
  return {
    command: binaries[0],
    arguments: [...head, ...at('command'), ...options, ...at('last'), ...prompt],
    environment: {},
    files,
    sessionOptions: [],
  }
}

/** One process for many turns: what it is told in the conversation is not said here. */
function planLive({ id, live, flags = {}, binaries }: AgentDefinition, request: LaunchRequest): Start {
  if (live === undefined) throw transportError(id, 'for many turns on its command line')
  const said = sayings(request, { flags, files: [] }).filter(([name]) => !live.told.includes(name))
  const words = said.flatMap(([name, value]) => {
    if (!live.flags.includes(name)) throw transportError(id, `for many turns with ${name}`)
    return (flags[name]?.arguments ?? []).map((word) => word.replaceAll('{value}', value))
  })
  return {
    command: binaries[0],
    arguments: [...live.arguments, ...request.thinking.arguments, ...words],
    environment: {},
    files: [],
    sessionOptions: [],
  }
}

/** What the request says, by the name of the flag that says it. */
function sayings(
  request: LaunchRequest,
  { flags, files }: { flags: AgentFlags; files: PlannedFile[] },
): [FlagName, string][] {
  const said: [FlagName, string | undefined][] = [
    ['model', request.model],
    ['resume', request.resume],
    ['fork', request.fork],
    ['session-id', request.sessionId],
    ['no-session', request.noSession ? '' : undefined],
    ...(request.additionalDirectories ?? []).map((folder): [FlagName, string] => ['add-directory', folder]),
    ['system-prompt', request.systemPrompt],
    ['append-system-prompt', request.appendSystemPrompt],
    [approvals[request.approval ?? 'prompt'], request.approval === undefined ? undefined : ''],
    ...(request.images ?? []).map((path): [FlagName, string] => ['image', path]),
    ...(request.files ?? []).map((path): [FlagName, string] => ['file', path]),
    ['max-turns', request.maxTurns?.toString()],
    ['max-cost', request.maxCost?.toString()],
  ]
  if (request.outputSchema !== undefined) {
    const schema = JSON.stringify(request.outputSchema)
    const isInline = flags['schema-file'] === undefined && flags.schema !== undefined
    if (!isInline) files.push({ path: 'schema.json', content: `${schema}\n` })
    said.push(isInline ? ['schema', schema] : ['schema-file', `${runFolder}/schema.json`])
  }
  return said.filter((saying): saying is [FlagName, string] => saying[1] !== undefined)
}

const approvals = { yolo: 'approve-all', prompt: 'ask', deny: 'deny' } as const

/** A prompt that looks like an option gets a blank before it, which no agent minds and no parser takes for one. */
function promptWords({ arguments: words, place }: Flag, prompt: string): string[] {
  const text = place === 'last' && prompt.startsWith('-') ? ` ${prompt}` : prompt
  return words.map((word) => word.replaceAll('{value}', text))
}

function transportError(agent: string, how: string): CapstanError {
  return new CapstanError('TRANSPORT_UNAVAILABLE', `${agent} cannot be started ${how}`, {
    hint: 'Use the other transport, acp or cli.',
    commandHint: 'Use the other transport: --transport acp or --transport cli.',
  })
}
