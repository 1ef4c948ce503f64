import type { AgentDefinition } from '../../agents/definition/definition.ts'
import { schemaFlag } from '../../agents/definition/definition-flags.ts'
import { answerFromForm, schemaInForm } from '../../agents/launch/schema-form.ts'
import { compare, type ComparedRequirement } from '../../capabilities/compare.ts'
import type { CapabilityProfile } from '../../capabilities/profile.ts'
import { type CapabilityRequest, type Requirement, requirementsFor } from '../../capabilities/requirements.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'
import type { RunOptions } from './options.ts'
import { basicPolicy, needsQuestions } from './permission-rules.ts'

/** The capabilities that a run needs, except thinking and approvals. */
export function needsOf(options: RunOptions): Requirement[] {
  return requirementsFor(requestOf(options))
}

/** The needs of a run, compared with a profile. A plain prompt needs nothing, so that no profile is computed for it. */
export function comparedNeeds(
  options: RunOptions,
  profileOf: () => CapabilityProfile,
): readonly ComparedRequirement[] {
  const needs = needsOf(options)
  return needs.length === 0 ? [] : compare(profileOf(), needs).results
}

function requestOf(options: RunOptions): CapabilityRequest {
  const { attachments = [], mcpServers = [], sessionId, forkSessionId } = options
  return {
    prompt: attachments.map(({ kind, path }) =>
      kind === 'file' && path === undefined ? 'embedded-context' : kind,
    ),
    mcpServers: mcpServers.map(({ type = 'stdio', name }) => ({ type, name })),
    additionalDirectories: options.additionalDirectories,
    skills: options.skills,
    plugins: options.plugins,
    session: sessionId !== undefined ? 'resume' : forkSessionId !== undefined ? 'fork' : undefined,
    systemPrompt: options.systemPrompt ?? options.appendSystemPrompt,
    systemPromptMode: options.systemPrompt === undefined ? 'append' : 'override',
    jsonMode: options.jsonMode,
    outputSchema: options.outputSchema,
  }
}

/** The schema for the agent's command line; undefined if the agent accepts none or its dialect cannot express the schema. */
export function nativeSchema({ flags }: AgentDefinition, options: RunOptions): JsonSchema | undefined {
  const flag = schemaFlag(flags)
  const given = givenSchema(options)
  return flag === undefined || given === undefined ? undefined : schemaInForm(given, flag.form)
}

/** Converts the answer to a native schema back to the caller's schema. */
export function nativeAnswer(
  value: unknown,
  { definition: { flags }, options }: { definition: AgentDefinition; options: RunOptions },
): unknown {
  return answerFromForm(value, { schema: givenSchema(options), form: schemaFlag(flags)?.form })
}

function givenSchema({ outputSchema, schema }: RunOptions): JsonSchema | undefined {
  return (outputSchema as JsonSchema | undefined) ?? jsonSchemaOf(schema)
}

/** Whether a person, a function or a rule decides each permission request. */
export function asksSomebody({ permissions }: RunOptions): boolean {
  const policy = basicPolicy(permissions)
  return policy === 'ask' || typeof policy === 'function' || needsQuestions(permissions)
}

/** Whether the agent waits for answers on its command line. */
export function canAsk({ longRunning, dialog }: AgentDefinition): boolean {
  return longRunning?.asks === true && dialog !== undefined
}

/** One process per prompt is cheaper: a long-running process is used only when the options require it. */
export function needsLongRunning(definition: AgentDefinition, options: RunOptions): boolean {
  const { permissions, approvalMode, steerable = false } = options
  const asks = asksSomebody(options) || (permissions === undefined && approvalMode === 'prompt')
  const isNeeded = steerable || sendsImagesInDialog(definition, options)
  return (asks && canAsk(definition)) || (isNeeded && definition.dialog !== undefined)
}

/** Whether the options have an image that the agent accepts only in the dialog of a long-running process. */
function sendsImagesInDialog(
  { flags = {}, longRunning }: AgentDefinition,
  { attachments = [] }: RunOptions,
): boolean {
  return (
    attachments.some(({ kind }) => kind === 'image') &&
    flags.image === undefined &&
    longRunning?.inDialog.includes('image') === true
  )
}
