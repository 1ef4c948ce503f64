import { requireObject } from '../../core/check-argument.ts'
import { mergeJson } from '../../core/merge-json.ts'
import type { AgentDefinition } from '../definition/definition.ts'
import type { HeldPolicy, PolicyMeans } from '../definition/definition-policies.ts'
import { fillTemplate } from '../definition/fill-template.ts'
import { passedOnTo } from './passed-on.ts'
import type { PlannedFile } from '../definition/planned-file.ts'
import { planCommandLine, planLongRunning } from './command-line-plan.ts'
import {
  type CopiedFile,
  type JsonVariables,
  type LaunchRequest,
  type LaunchStart,
  runFolder,
  transportError,
} from './launch-request.ts'
import { policyMeans } from './policy-means.ts'
import type { PlannedOption } from '../thinking/thinking-translation.ts'

/** How to start an agent. Plain data without secrets. */
export interface LaunchPlan {
  readonly agent: string
  readonly transport: 'acp' | 'cli'
  /** A long-running command-line process, which starts without a prompt. */
  readonly longRunning?: true
  readonly command: string
  readonly arguments: readonly string[]
  /** The whole stdin: the prompt, if the command line reads it there. */
  readonly stdin?: string
  /** Variables to set. */
  readonly environment: Readonly<Record<string, string>>
  /** Names of the caller's variables that the agent needs: paths, settings and credentials. */
  readonly passedOn: readonly string[]
  /** JSON variables, merged over the caller's values. */
  readonly jsonEnvironment: JsonVariables
  /** Variables for keys, each with the name of the caller's variable that holds the key. */
  readonly keyVariables?: Readonly<Record<string, string>>
  /** Names of variables to withhold from the agent. */
  readonly withheld: readonly string[]
  readonly files: readonly PlannedFile[]
  /** The file that a bridge starts as the agent. */
  readonly program?: string
  readonly copies?: readonly CopiedFile[]
  /** Options to set after the session opens, by category. */
  readonly sessionOptions: readonly PlannedOption[]
  /** The `_meta` of the request that opens a session over ACP. */
  readonly sessionMeta?: Readonly<Record<string, unknown>>
  readonly warnings: readonly string[]
}

/** Plans the start of an agent. Pure: reads and writes no files. */
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
  const { policy, transport, isConfined } = request
  const isLongRunning = transport === 'cli' && request.longRunning === true
  const means =
    policy === undefined
      ? undefined
      : policyMeans(definition, { policy, transport, isLongRunning, isConfined: isConfined === true })
  const plan = transport === 'acp' ? planAcp : isLongRunning ? planLongRunning : planCommandLine
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
    files: [...start.files, ...settings, ...filesOf(means)],
    ...(means?.program === undefined ? {} : { program: means.program }),
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

function filesOf({ files = [], program }: Partial<PolicyMeans> = {}): PlannedFile[] {
  return files.map((file) => (file.path === program ? { ...file, isExecutable: true } : file))
}

/** The run fails if the session does not offer the policy's mode, except for the policy `allow`. */
function policyMode(value: string, policy: HeldPolicy | undefined): PlannedOption {
  return { category: 'mode', value, ...(policy === 'allow' ? { unlessOffered: 'keep' } : {}) }
}

/** The session metadata that sets a requested option. */
function metaOf({ acp }: AgentDefinition, option: PlannedOption): LaunchPlan['sessionMeta'] {
  const content = acp?.optionMeta?.[option.category]
  return content === undefined || option.unlessOffered !== undefined
    ? undefined
    : filled(content, option.value)
}

/** Merges session metadata; the last value wins. */
function joinedMeta(...parts: readonly LaunchPlan['sessionMeta'][]): Pick<LaunchPlan, 'sessionMeta'> {
  const given = parts.filter((part) => part !== undefined)
  if (given.length === 0) return {}
  return { sessionMeta: given.reduce((before, part) => mergeJson(before, part) as typeof part, {}) }
}

function planAcp(
  { id, acp }: AgentDefinition,
  { model, thinking }: LaunchRequest,
  means?: PolicyMeans,
): LaunchStart {
  if (acp === undefined) throw transportError(id, 'over ACP')
  const { modelArguments, modelMeta, modelVariable } = acp
  const isChosenAtStart =
    model === undefined || [modelArguments, modelMeta, modelVariable].some((way) => way !== undefined)
  const chosen = model === undefined ? [] : (modelArguments ?? [])
  return {
    command: acp.binary,
    arguments: [
      ...acp.arguments,
      ...chosen.map((argument) => argument.replaceAll('{value}', model ?? '')),
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
