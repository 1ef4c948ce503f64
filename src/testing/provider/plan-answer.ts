import { randomUUID } from 'node:crypto'
import { type Answer, type Part, usualUsage } from './answer.ts'
import { chooseTool } from './choose-tool.ts'
import type { Standing } from './conversation.ts'
import type { Failures } from './failures.ts'
import type { ModelRequest, OfferedTool } from './model-request.ts'
import { sampleOf } from './script/sample.ts'
import type { Fault, ModelStep, TokenUsage, ToolUse } from './script/script.ts'

/** The default answer without a script, or after its end. */
const usualText: Part = { type: 'text', text: 'All is well.' }

export interface AnswerOptions {
  steps: readonly ModelStep[]
  standing: Standing
  failures: Failures
}

/** The answer of a script at the current point of the conversation. */
export function scriptedAnswer(request: ModelRequest, options: AnswerOptions): Answer | Fault {
  const { standing, failures } = options
  const offered = options.steps.filter((step) => !isLeftOut(step, request))
  const steps = stepsAt(roundsOf(offered, request), request, standing.results)
  const missing = steps.find((step) => step.step === 'tool' && chooseTool(request.tools, step) === undefined)
  if (missing?.step === 'tool') return notOffered(missing.use, request)
  const parts: Part[] = []
  for (const [index, step] of steps.entries()) {
    const state = JSON.stringify([request.path, standing, index])
    if ((step.step === 'error' || step.step === 'disconnect') && !failures.isDue(step, state)) continue
    parts.push(...partsOf(step, request))
    if (step.step === 'error' || step.step === 'hang' || step.step === 'disconnect') break
  }
  if (parts.at(-1)?.type === 'disconnect') cutWords(parts)
  const says = parts.some(({ type }) => type !== 'delay')
  return answerOf(request, says ? parts : [...parts, usualText], usageOf(steps))
}

function usageOf(steps: readonly ModelStep[]): TokenUsage {
  const found = steps.findLast((step) => step.step === 'usage')
  if (found === undefined) return usualUsage
  const { step: _, ...usage } = found
  return usage
}

/** A connection that breaks after a text breaks in the middle of the text. */
function cutWords(parts: Part[]): void {
  const index = parts.findLastIndex(({ type }) => type !== 'disconnect' && type !== 'delay')
  const last = parts[index]
  if (last?.type === 'text' || last?.type === 'thinking') parts[index] = { ...last, isCut: true }
}

/** The answer to an agent's side request: a title, a route, a suggestion. */
export function sideAnswer(request: ModelRequest): Answer {
  const { schema } = request
  return answerOf(request, [schema === undefined ? usualText : jsonText(sampleOf(schema))], usualUsage)
}

function answerOf({ model }: ModelRequest, parts: readonly Part[], usage: TokenUsage): Answer {
  return { id: freshId(), model, parts, usage }
}

/** The steps of each answer: an answer ends where the model waits for tool results. */
function roundsOf(steps: readonly ModelStep[], request: ModelRequest): ModelStep[][] {
  const rounds: ModelStep[][] = [[]]
  for (const step of steps) {
    const previous = rounds.at(-1)?.at(-1)
    const goesOn = step.step === 'tool' && step.parallel === true
    if (previous !== undefined && isCall(previous, request) && !goesOn) rounds.push([])
    rounds.at(-1)?.push(step)
  }
  return rounds
}

/** The position in the conversation; undefined if the script ends with a call and all its calls are answered. */
function stepsAt(rounds: readonly ModelStep[][], request: ModelRequest, results: number): ModelStep[] {
  let before = 0
  for (const round of rounds) {
    const calls = round.filter((step) => isCall(step, request)).length
    if (calls === 0 || results <= before) return round
    before += calls
  }
  return []
}

function isLeftOut(step: ModelStep, { tools }: ModelRequest): boolean {
  return step.step === 'tool' && step.optional === true && chooseTool(tools, step) === undefined
}

function isCall(step: ModelStep, { tools, schema }: ModelRequest): boolean {
  return (
    step.step === 'tool' ||
    (step.step === 'json' && schema === undefined && structuredTool(tools) !== undefined)
  )
}

/** Some agents ask for structured output by a tool instead of a schema. */
function structuredTool(tools: readonly OfferedTool[]): OfferedTool | undefined {
  return tools.find(({ name }) => /^structured_?output$/i.test(name))
}

function partsOf(step: ModelStep, request: ModelRequest): Part[] {
  switch (step.step) {
    case 'text':
    case 'thinking':
      return [{ type: step.step, text: step.text }]
    case 'tool': {
      const chosen = chooseTool(request.tools, step)
      return chosen === undefined ? [] : [toolCall(chosen.tool, chosen.input)]
    }
    case 'json':
      return [jsonPart(step, request)]
    case 'error': {
      const { step: _, ...fault } = step
      return [{ type: 'fault', fault }]
    }
    case 'delay':
      return [{ type: 'delay', milliseconds: step.milliseconds }]
    case 'hang':
    case 'disconnect':
      return [{ type: step.step }]
    case 'usage':
      return []
    default:
      return step satisfies never
  }
}

function notOffered(use: ToolUse, { tools }: ModelRequest): Fault {
  const offered = tools.map(({ name }) => name).join(', ') || 'none'
  return {
    status: 400,
    message: `The script calls ${String(use)}, but the request does not offer it; it offers: ${offered}`,
  }
}

function jsonPart(step: Extract<ModelStep, { step: 'json' }>, { tools, schema }: ModelRequest): Part {
  const tool = schema === undefined ? structuredTool(tools) : undefined
  if (tool === undefined) return jsonText('value' in step ? step.value : sampleOf(schema ?? {}))
  return toolCall(tool, (step.value ?? sampleOf(tool.schema)) as Record<string, unknown>)
}

function jsonText(value: unknown): Part {
  return { type: 'text', text: JSON.stringify(value) }
}

function toolCall({ name, namespace }: OfferedTool, input: Record<string, unknown> | string): Part {
  const call = { id: `call_${freshId()}`, name, input, ...(namespace === undefined ? {} : { namespace }) }
  return { type: 'call', call }
}

function freshId(): string {
  return randomUUID().replaceAll('-', '')
}
