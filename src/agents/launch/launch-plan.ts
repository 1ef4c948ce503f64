import { CapstanError } from '../../core/capstan-error.ts'
import { requireObject } from '../../core/check-argument.ts'
import { mergeJson } from '../../core/merge-json.ts'
import type { AgentDefinition } from '../definition/definition.ts'
import type { AgentFlags, Flag, FlagName } from '../definition/definition-flags.ts'
import type { HeldPolicy, PolicyMeans } from '../definition/definition-policies.ts'
import { fillTemplate } from '../definition/fill-template.ts'
import { passedOnTo } from './passed-on.ts'
import type { PlannedFile } from '../definition/planned-file.ts'
import { policyMeans } from './policy-means.ts'
import type { PlannedOption, ThinkingTranslation } from '../thinking/thinking-translation.ts'

/** What stands for the folder of the run in a plan; it is known only when the run starts. */
export const runFolder = '{runFolder}'

/** What a run says to its agent, as far as that is said when it is started. */
export interface LaunchRequest {
  transport: 'acp' | 'cli'
  /** On its command line, but as one process for many turns. */
  longRunning?: boolean
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
  /** What the agent may do; it is started as it comes if left out. */
  policy?: HeldPolicy
  outputSchema?: unknown
  images?: readonly string[]
  files?: readonly string[]
  maxTurns?: number
  maxCost?: number
}

/** A file of the caller that is copied into the folder of the run. */
export interface CopiedFile {
  /** In the folder of the run. */
  readonly path: string
  /** Absolute, or from the working folder. */
  readonly from: string
}

/** Variables that hold a JSON object, by their names. */
export type JsonVariables = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** How an agent will be started. Plain data, without anything secret in it. */
export interface LaunchPlan {
  readonly agent: string
  readonly transport: 'acp' | 'cli'
  /** It stays open on its command line and is spoken to: it is given no prompt when it is started. */
  readonly longRunning?: true
  readonly command: string
  readonly arguments: readonly string[]
  /** What it reads from stdin, up to the end: the prompt, where its command line takes it there. */
  readonly stdin?: string
  /** Variables that are set for it. */
  readonly environment: Readonly<Record<string, string>>
  /** Names of the caller's variables that it needs: how to find things, and how to log in. */
  readonly passedOn: readonly string[]
  /** Variables that hold JSON: merged over what the caller has in them, and stronger. */
  readonly jsonEnvironment: JsonVariables
  /** Variables that hold a key, each with the name of the caller's variable that it is taken from. */
  readonly keyVariables?: Readonly<Record<string, string>>
  /** Names of variables it must not see. */
  readonly withheld: readonly string[]
  readonly files: readonly PlannedFile[]
  readonly copies?: readonly CopiedFile[]
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
  const settings = thinking.settings.map(({ content, ...over }) => ({
    path: `settings/${over.file}`,
    content: `${JSON.stringify(content, undefined, 2)}\n`,
    over,
  }))
  const folders = Object.fromEntries(
    thinking.settings.map(({ folderVariable }) => [folderVariable, `${runFolder}/settings`]),
  )
  const { policy, transport } = request
  const isLongRunning = transport === 'cli' && request.longRunning === true
  const means =
    policy === undefined ? undefined : policyMeans(definition, { policy, transport, isLongRunning })
  const plan = transport === 'acp' ? planAcp : isLongRunning ? planLive : planCommandLine
  const start = plan(definition, request, means)
  return {
    agent: definition.id,
    transport,
    ...(isLongRunning ? { longRunning: true } : {}),
    command: start.command,
    arguments: start.arguments,
    ...(start.stdin === undefined ? {} : { stdin: start.stdin }),
    environment: {
      ...definition.environment,
      ...start.environment,
      ...thinking.environment,
      ...folders,
      ...means?.environment,
    },
    jsonEnvironment: mergeJson(start.jsonEnvironment ?? {}, means?.jsonEnvironment ?? {}) as JsonVariables,
    passedOn: passedOnTo(definition),
    withheld: [...(definition.acp?.unset ?? []), ...(means?.withheld ?? [])],
    files: [...start.files, ...settings, ...(means?.files ?? [])],
    ...(start.copies === undefined || start.copies.length === 0 ? {} : { copies: start.copies }),
    sessionOptions: [
      ...start.sessionOptions,
      ...(means?.mode === undefined ? [] : [policyMode(means.mode, policy)]),
      ...thinking.sessionOptions.filter((option) => metaOf(definition, option) === undefined),
    ],
    ...joinedMeta(
      definition.acp?.sessionMeta,
      start.sessionMeta,
      ...thinking.sessionOptions.map((option) => metaOf(definition, option)),
      means?.sessionMeta,
    ),
    warnings: [...thinking.leftOut.map(({ message }) => message), ...thinking.warnings],
  }
}

/** An agent that cannot be put into the mode of a policy is not started; only to allow everything needs none. */
function policyMode(value: string, policy: HeldPolicy | undefined): PlannedOption {
  return { category: 'mode', value, ...(policy === 'allow' ? { unlessOffered: 'keep' } : {}) }
}

/** The vendor data that sets a requested option when the session opens. */
function metaOf({ acp }: AgentDefinition, option: PlannedOption): LaunchPlan['sessionMeta'] {
  const content = acp?.optionMeta?.[option.category]
  return content === undefined || option.unlessOffered !== undefined
    ? undefined
    : filled(content, option.value)
}

/** The vendor data of a session from all that has some; the last wins where two give a value. */
function joinedMeta(...parts: readonly LaunchPlan['sessionMeta'][]): Pick<LaunchPlan, 'sessionMeta'> {
  const given = parts.filter((part) => part !== undefined)
  if (given.length === 0) return {}
  return { sessionMeta: given.reduce((before, part) => mergeJson(before, part) as typeof part, {}) }
}

type Start = Pick<LaunchPlan, 'command' | 'arguments' | 'environment' | 'files' | 'sessionOptions'> &
  Partial<Pick<LaunchPlan, 'stdin' | 'jsonEnvironment' | 'copies' | 'sessionMeta'>>

function planAcp(
  { id, acp }: AgentDefinition,
  { model, thinking }: LaunchRequest,
  means?: PolicyMeans,
): Start {
  if (acp === undefined) throw transportError(id, 'over ACP')
  const { modelArguments, modelMeta, modelVariable } = acp
  const isChosenAtStart =
    model === undefined || [modelArguments, modelMeta, modelVariable].some((way) => way !== undefined)
  const chosen = model === undefined ? [] : (modelArguments ?? [])
  return {
    command: acp.binary,
    arguments: [
      ...acp.arguments,
      ...chosen.map((word) => word.replaceAll('{value}', model ?? '')),
      ...thinking.arguments,
      ...(means?.arguments ?? []),
    ],
    environment: acp.environment ?? {},
    files: [],
    ...(model === undefined || modelVariable === undefined
      ? {}
      : { jsonEnvironment: { [modelVariable.name]: filled(modelVariable.content, model) } }),
    sessionOptions: isChosenAtStart ? [] : [{ category: 'model', value: model }],
    ...(model === undefined || modelMeta === undefined ? {} : { sessionMeta: filled(modelMeta, model) }),
  }
}

function filled(content: Readonly<Record<string, unknown>>, value: string): Record<string, unknown> {
  return fillTemplate(content, { value }) as Record<string, unknown>
}

function planCommandLine(definition: AgentDefinition, request: LaunchRequest, means?: PolicyMeans): Start {
  const { id, flags, binaries } = definition
  if (flags?.prompt === undefined) throw transportError(id, 'on its command line')
  const files: PlannedFile[] = []
  const { said, copies } = withCopies(sayings(request, { flags, files }), flags)
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
  // On stdin a prompt can be of any length, and no list of processes shows it.
  const piped = at('prompt').length === 0 ? flags['prompt-stdin']?.arguments : undefined
  const prompt = piped ?? promptWords(flags.prompt, text)
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

/** Where an agent reads only some folders, a file goes by a copy in one that it gets for that. */
function withCopies(
  said: readonly [FlagName, string][],
  flags: AgentFlags,
): { said: [FlagName, string][]; copies: CopiedFile[] } {
  const copies: CopiedFile[] = []
  const moved = said.map(([name, value]): [FlagName, string] => {
    if (flags[name]?.copied !== true) return [name, value]
    const ending = /\.\w+$/.exec(value)?.[0] ?? ''
    const path = `attachments/${copies.length + 1}${ending}`
    copies.push({ path, from: value })
    return [name, `${runFolder}/${path}`]
  })
  if (copies.length > 0) moved.push(['add-directory', `${runFolder}/attachments`])
  return { said: moved, copies }
}

/** One process for many turns: what it is told in the conversation is not said here. */
function planLive(
  { id, longRunning, flags = {}, binaries }: AgentDefinition,
  request: LaunchRequest,
  means?: PolicyMeans,
): Start {
  if (longRunning === undefined) throw transportError(id, 'for many turns on its command line')
  const said = sayings(request, { flags, files: [] }).filter(([name]) => !longRunning.inDialog.includes(name))
  const words = said.flatMap(([name, value]) => {
    if (!longRunning.flags.includes(name)) throw transportError(id, `for many turns with ${name}`)
    return (flags[name]?.arguments ?? []).map((word) => word.replaceAll('{value}', value))
  })
  return {
    command: binaries[0],
    arguments: [
      ...longRunning.arguments,
      ...(means?.arguments ?? []),
      ...request.thinking.arguments,
      ...words,
    ],
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
    ...(request.images ?? []).map((path): [FlagName, string] => ['image', path]),
    ...(request.files ?? []).map((path): [FlagName, string] => ['file', path]),
    ['max-turns', request.maxTurns?.toString()],
    // Capstan stops the agent too: the flag only makes it sooner.
    ['max-cost', flags['max-cost'] === undefined ? undefined : request.maxCost?.toString()],
  ]
  if (request.outputSchema !== undefined) {
    const schema = JSON.stringify(request.outputSchema)
    const isInline = flags['schema-file'] === undefined && flags.schema !== undefined
    if (!isInline) files.push({ path: 'schema.json', content: `${schema}\n` })
    said.push(isInline ? ['schema', schema] : ['schema-file', `${runFolder}/schema.json`])
  }
  return said.filter((saying): saying is [FlagName, string] => saying[1] !== undefined)
}

/** A prompt that looks like an option or a file gets a blank before it, which no agent minds and no parser takes for one. */
function promptWords({ arguments: words, place }: Flag, prompt: string): string[] {
  const text = place === 'last' && /^[-@]/.test(prompt) ? ` ${prompt}` : prompt
  return words.map((word) => word.replaceAll('{value}', text))
}

function transportError(agent: string, how: string): CapstanError {
  return new CapstanError('TRANSPORT_UNAVAILABLE', `${agent} cannot be started ${how}`, {
    hint: 'Use the other transport, acp or cli.',
    commandHint: 'Use the other transport: --transport acp or --transport cli.',
  })
}
