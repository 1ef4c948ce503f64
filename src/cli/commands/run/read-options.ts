import { extname, resolve } from 'node:path'
import type { Attachment, RunOptions } from '../../../run/api/options.ts'
import type { Invocation } from '../../command.ts'
import { UsageError } from '../../usage-error.ts'
import { mcpServersOf } from './mcp-servers.ts'
import { permissionsWithRules, sandboxOf } from './rule-options.ts'
import {
  amountOption,
  countOption,
  durationOption,
  environmentOption,
  choiceOption,
  listOption,
} from './values.ts'

/** The context for reading the options of a command line. */
export interface Surroundings {
  /** The base of relative paths. */
  cwd: string
  environment: Readonly<Record<string, string | undefined>>
  /** Whether a person can answer questions. */
  canAsk: boolean
  /** Whether a program reads the output; then questions need --permissions ask. */
  json: boolean
  /** The content of the documents that options name. */
  schema?: unknown
  mcp?: readonly unknown[]
}

/** The options of a run, with warnings. */
export interface OptionsReading {
  options: RunOptions
  warnings: string[]
}

const policies = ['ask', 'allow-reads', 'allow', 'deny'] as const
const images = ['.png', '.jpg', '.jpeg', '.gif', '.webp']

/** Reads the options of a command line. Pure. @throws UsageError that names the option. */
export function readRunOptions(
  base: Pick<RunOptions, 'agent' | 'prompt'>,
  values: Invocation['values'],
  surroundings: Surroundings,
): OptionsReading {
  const { cwd, environment, schema, mcp = [] } = surroundings
  refuseContradictions(values)
  const one = (name: string): string | undefined => values.get(name)?.[0]
  const folder = one('cwd')
  const { servers, warnings } = mcpServersOf(mcp)
  const rules = permissionsWithRules(values, {
    policy: policyOf(values, surroundings),
    standard: 'allow-reads',
    cwd,
  })
  const options: { [Name in keyof RunOptions]?: RunOptions[Name] | undefined } = {
    model: one('model'),
    allowUnknownModel: values.has('allow-unknown-model') || undefined,
    thinkingEffort: one('effort'),
    thinkingBudgetTokens: budgetOf(one('budget')),
    sessionId: one('resume'),
    forkSessionId: one('fork'),
    noSession: values.has('no-session') || undefined,
    systemPrompt: one('system-prompt'),
    appendSystemPrompt: one('append-system-prompt'),
    attachments: values.get('attach')?.map((path) => attachmentOf(resolve(cwd, path))),
    additionalDirectories: values.get('add-dir')?.map((path) => resolve(cwd, path)),
    mcpServers: mcp.length === 0 ? undefined : servers,
    schema: schema as RunOptions['schema'],
    cwd: folder === undefined ? undefined : resolve(cwd, folder),
    env: environmentOption(values, environment),
    permissions: rules.permissions,
    maxCostUsd: amountOption(values, 'max-cost'),
    maxTokens: countOption(values, 'max-tokens'),
    maxTurns: countOption(values, 'max-turns'),
    timeoutMs: durationOption(values, 'timeout'),
    inactivityTimeoutMs: durationOption(values, 'inactivity', 0),
    transport: choiceOption(values, 'transport', ['acp', 'cli']),
    needs: listOption(values, 'need'),
    maxPrice: amountOption(values, 'max-price'),
    allowUnknown: values.has('allow-unknown') || undefined,
    cheapest: values.has('cheapest') || undefined,
    fallback: listOption(values, 'fallback'),
    fallbackAfterEffects: values.has('fallback-after-effects') || undefined,
    strict: values.has('strict') || undefined,
    sandbox: sandboxOf(values),
    allowUnenforced: values.has('allow-unenforced') || undefined,
  }
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return {
    options: { ...base, ...(Object.fromEntries(given) as Partial<RunOptions>) },
    warnings: [...warnings, ...rules.warnings],
  }
}

/** Flags that cannot be combined. */
const exclusive = [
  ['resume', 'fork', 'no-session'],
  ['system-prompt', 'append-system-prompt'],
] as const

/** Flags whose value must not be empty. */
const texts = [
  'model',
  'effort',
  'resume',
  'fork',
  'system-prompt',
  'append-system-prompt',
  'add-dir',
  'need',
  'fallback',
  'allow-host',
  'allow-read',
  'allow-write',
] as const

function refuseContradictions(values: Invocation['values']): void {
  for (const names of exclusive) {
    const [first, second] = names.filter((name) => values.has(name))
    if (second !== undefined)
      throw new UsageError(`--${first} and --${second} cannot be combined`, 'Use one of them.')
  }
  const empty = texts.find((name) => values.get(name)?.some((value) => value.trim() === ''))
  if (empty !== undefined) throw new UsageError(`--${empty} is empty`, `Set a value for --${empty}.`)
}

/** 0 turns thinking off if the agent supports it. The run checks the range of the model. */
function budgetOf(typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined
  if (/^\d{1,9}$/.test(typed)) return Number(typed)
  throw new UsageError(`--budget ${typed} is not a number of tokens`, 'Use a whole number.')
}

function policyOf(
  values: Invocation['values'],
  { canAsk, json }: Surroundings,
): (typeof policies)[number] | undefined {
  const policy = choiceOption(values, 'permissions', policies)
  if (policy === 'ask' && !canAsk && !values.has('dry-run')) {
    throw new UsageError('--permissions ask needs a terminal', 'Use allow-reads, allow or deny.')
  }
  if (policy !== undefined || values.has('dry-run')) return policy
  return canAsk && !json ? 'ask' : 'allow-reads'
}

function attachmentOf(path: string): Attachment {
  return { path, kind: images.includes(extname(path).toLowerCase()) ? 'image' : 'file' }
}
