import { isAbsolute } from 'node:path'
import { requireObject } from '../../core/check-argument.ts'
import { ValidationError, type ValidationIssue } from '../../core/validation-error.ts'
import { didYouMean } from '../../core/text/nearest-name.ts'
import type { RunOptions } from '../api/options.ts'
import { permissionsIssue } from './check-rules.ts'

type Check = (value: unknown) => string | undefined

const text: Check = (value) =>
  typeof value === 'string' && value.trim() !== '' ? undefined : 'must be text that is not empty'
const flag: Check = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false')
const count: Check = (value) =>
  Number.isInteger(value) && Number(value) > 0 ? undefined : 'must be a whole number of at least 1'
const wholeAmount: Check = (value) =>
  Number.isInteger(value) && Number(value) >= 0 ? undefined : 'must be a whole number of at least 0'
const amount: Check = (value) =>
  Number.isFinite(value) && Number(value) >= 0 ? undefined : 'must be a number of at least 0'
const record: Check = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : 'must be an object'
const texts: Check = (value) =>
  record(value) ??
  (Object.values(value as object).every((entry) => typeof entry === 'string')
    ? undefined
    : 'must have texts as values')
const callback: Check = (value) => (typeof value === 'function' ? undefined : 'must be a function')
const oneOf =
  (...words: string[]): Check =>
  (value) =>
    words.includes(String(value)) ? undefined : `must be one of ${words.join(', ')}`
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) ? value.map(check).find((issue) => issue !== undefined) : 'must be a list'

const checks: Record<keyof RunOptions, Check> = {
  agent: text,
  prompt: text,
  model: text,
  allowUnknownModel: flag,
  thinkingEffort: text,
  thinkingBudgetTokens: wholeAmount,
  thinkingOverride: record,
  sessionId: text,
  forkSessionId: text,
  noSession: flag,
  systemPrompt: text,
  appendSystemPrompt: text,
  attachments: listOf(attachment),
  mcpServers: listOf(mcpServer),
  additionalDirectories: listOf(text),
  outputSchema: record,
  schema: (value) => (typeof value === 'function' ? undefined : record(value)),
  jsonMode: flag,
  approvalMode: oneOf('yolo', 'prompt', 'deny'),
  skills: listOf(text),
  plugins: listOf(text),
  cwd: (value) => (typeof value === 'string' && isAbsolute(value) ? undefined : 'must be an absolute path'),
  env: texts,
  permissions: permissionsIssue,
  maxCostUsd: amount,
  maxTokens: count,
  maxTurns: count,
  timeoutMs: count,
  inactivityTimeoutMs: amount,
  recover: oneOf('no', 'session'),
  maxLineBytes: count,
  timeouts: record,
  signal: (value) => (value instanceof AbortSignal ? undefined : 'must be an AbortSignal'),
  onWarning: callback,
  onStderr: callback,
  onMessage: callback,
  transport: oneOf('acp', 'cli'),
  steerable: flag,
  sandbox: flag,
  allowUnenforced: flag,
  strict: flag,
  needs: listOf(text),
  maxPrice: amount,
  allowUnknown: flag,
  cheapest: flag,
  fallback: listOf(text),
  fallbackAfterEffects: flag,
}

function attachment(value: unknown): string | undefined {
  const { path, kind, data, mimeType } = (value ?? {}) as Record<string, unknown>
  if (path === undefined && data !== undefined) {
    return typeof data === 'string' && text(mimeType) === undefined && isKind(kind, 'audio')
      ? undefined
      : 'must have data in base64, a mimeType and a kind, image, audio or file'
  }
  return text(path) === undefined && isKind(kind) ? undefined : 'must have a path and a kind, image or file'
}

function isKind(kind: unknown, ...more: string[]): boolean {
  return ['image', 'file', ...more].includes(String(kind))
}

function mcpServer(value: unknown): string | undefined {
  const { type = 'stdio', name, command, url } = (value ?? {}) as Record<string, unknown>
  if (typeof name !== 'string' || !/^[\w-]{1,64}$/.test(name))
    return 'must have a name of letters, digits, _ and -'
  if (type === 'stdio') return text(command) === undefined ? undefined : `${name} must have a command`
  if (type !== 'http' && type !== 'sse') return `${name} must be of type stdio, http or sse`
  return typeof url === 'string' && URL.canParse(url) ? undefined : `${name} must have a URL`
}

/**
 * Checks the shape of the options and that they do not contradict each other.
 * @throws ValidationError with every invalid field.
 */
export function checkRunOptions(options: RunOptions): void {
  requireObject(options, 'options')
  const issues: ValidationIssue[] = []
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(checks, name)) {
      const hint = didYouMean(name, Object.keys(checks), 'There is no such option.')
      issues.push({ path: [name], message: `is not an option. ${hint}` })
    } else if (value !== undefined) {
      const issue = checks[name as keyof RunOptions](value)
      if (issue !== undefined) issues.push({ path: [name], message: issue })
    }
  }
  for (const name of ['agent', 'prompt'] as const) {
    if (options[name] === undefined) issues.push({ path: [name], message: 'is missing' })
  }
  issues.push(...contradictions(options))
  if (issues.length === 0) return
  const lines = issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  throw new ValidationError(lines.join('; '), issues)
}

function contradictions(options: RunOptions): ValidationIssue[] {
  const sessions = (['sessionId', 'forkSessionId', 'noSession'] as const).filter((name) => options[name])
  const prompts = (['systemPrompt', 'appendSystemPrompt'] as const).filter(
    (name) => options[name] !== undefined,
  )
  // Only the agent that stored a session can resume it.
  const agents = (['fallback', 'sessionId', 'forkSessionId'] as const).filter((name) =>
    name === 'fallback' ? (options.fallback ?? []).length > 0 : options[name],
  )
  return [sessions, prompts, agents.includes('fallback') ? agents.toReversed() : []]
    .filter((names) => names.length > 1)
    .map((names) => ({ path: [names[1] ?? ''], message: `cannot be given together with ${names[0]}` }))
}
