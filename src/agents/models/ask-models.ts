import { CapstanError } from '../../core/capstan-error.ts'
import { excerptOf } from '../../core/text/excerpt.ts'
import type { AgentReport } from '../../models/remote/agent-report.ts'
import { buildEnvironment } from '../../process/environment.ts'
import { type CommandResult, runCommand } from '../../process/run-command.ts'
import type { AgentDefinition } from '../definition/definition.ts'
import type { ModelQuestion } from '../definition/definition-models.ts'
import { detect, type DetectOptions } from '../detect/detect.ts'
import type { ModelList } from '../definition/model-list.ts'
import { notInstalledError } from '../install/not-installed-error.ts'
import { readClaudeModelList } from '../catalog/claude/model-list.ts'
import { readCodexModelList } from '../catalog/codex/model-list.ts'
import { readOmpModelList } from '../catalog/omp/model-list.ts'
import { readOpencodeModelList } from '../catalog/opencode/model-list.ts'
import { passedOnTo } from '../launch/passed-on.ts'
import { readPiModelList } from '../catalog/pi/model-list.ts'

export interface AskModelsOptions extends DetectOptions {
  signal?: AbortSignal
  /** Time limit of the answer in milliseconds. */
  answerTimeout?: number
}

const readers: Readonly<Record<ModelQuestion['form'], (output: string) => ModelList>> = {
  claude: readClaudeModelList,
  codex: readCodexModelList,
  opencode: readOpencodeModelList,
  pi: readPiModelList,
  omp: readOmpModelList,
}

/** Large, because some agents include the instructions of every model. */
const maxOutputBytes = 32 * 1024 * 1024

/**
 * Asks the installed agent for its models, with the variables of a run: most agents list only models the user is logged
 * in to.
 * @throws CapstanError `AGENT_NOT_INSTALLED`, `MODEL_REPORT_FAILED` or `ABORTED`.
 */
export async function askModels(
  definition: AgentDefinition,
  options: AskModelsOptions = {},
): Promise<AgentReport> {
  const { id, name, models: question } = definition
  if (question === undefined) {
    throw new CapstanError('MODEL_REPORT_FAILED', `${id} has no known command that lists its models`, {
      hint: 'Refresh the models from public data instead.',
    })
  }
  const { path, version } = await detect(definition, options)
  if (path === undefined) throw notInstalledError(definition, options)
  const result = await ask(path, definition, { ...options, question })
  const list = read(id, result, readers[question.form])
  return {
    source: {
      name: version === undefined ? name : `${name} ${version}`,
      date: new Date().toISOString().slice(0, 10),
    },
    ...list,
  }
}

function ask(
  command: string,
  definition: AgentDefinition,
  { question, ...options }: AskModelsOptions & { question: ModelQuestion },
): Promise<CommandResult> {
  const { environment = process.env, signal, answerTimeout = 60_000, cwd } = options
  const { unset } = definition.acp ?? {}
  return runCommand({
    command,
    arguments: question.arguments,
    environment: buildEnvironment({
      source: environment,
      passOn: passedOnTo(definition),
      ...(unset === undefined ? {} : { withhold: unset }),
      set: { NO_COLOR: '1' },
    }),
    timeout: answerTimeout,
    maxOutputBytes,
    ...(cwd === undefined ? {} : { cwd }),
    ...(question.input === undefined ? {} : { input: question.input }),
    ...(signal === undefined ? {} : { signal }),
  })
}

function read(
  agent: string,
  { exitCode, stdout, stderr, timedOut }: CommandResult,
  reader: (output: string) => ModelList,
): ModelList {
  if (timedOut) throw failedError(agent, 'no answer in time')
  if (exitCode !== 0) {
    const why = excerptOf(stderr.trim().split('\n').at(-1) ?? '')
    throw failedError(agent, `exited with ${exitCode ?? 'a signal'}${why === '' ? '' : `: ${why}`}`)
  }
  const list = readAnswer(agent, stdout, reader)
  if (Object.keys(list.models).length > 0) return list
  throw failedError(agent, 'the list is empty', {
    hint: 'Log in to a provider first.',
  })
}

function readAnswer(agent: string, stdout: string, reader: (output: string) => ModelList): ModelList {
  try {
    return reader(stdout)
  } catch (cause) {
    const why = cause instanceof Error ? excerptOf(cause.message) : ''
    throw failedError(agent, `unreadable answer: ${why}`, {
      hint: 'Check the installed version: it may be newer than Capstan supports.',
      cause,
    })
  }
}

function failedError(
  agent: string,
  what: string,
  options: { hint?: string; cause?: unknown } = {},
): CapstanError {
  const { hint, cause } = options
  return new CapstanError('MODEL_REPORT_FAILED', `Could not list the models of ${agent}: ${what}`, {
    hint: [hint, 'The previous data stays in use.'].filter((part) => part !== undefined).join(' '),
    cause,
  })
}
