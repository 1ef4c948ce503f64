import type { AgentEvent, AgentEventOf, AgentEventType } from '../../events/event.ts'
import type { ToolCalledEvent, ToolUpdatedEvent } from '../../events/tools/tool-call.ts'
import { readingKinds } from '../permissions/decide-permission.ts'
import { inputCommand } from '../permissions/permission-question.ts'

type Call = Pick<ToolUpdatedEvent, 'title' | 'tool' | 'kind' | 'status' | 'locations' | 'input'>

/** What an agent did in its turn, as far as its events report it. */
export class WorkDone {
  readonly #calls = new Map<string, Call>()
  readonly #steps = new Set<string>()
  #hasAnswered = false

  observe(event: AgentEvent): void {
    if (event.type === 'text.delta' && event.role === 'user') return
    if (answers.has(event.type)) this.#hasAnswered = true
    if (event.type === 'tool.called' || event.type === 'tool.updated') this.#addCall(event)
    const step = stepOf(event)
    if (step !== undefined) this.#steps.add(step)
  }

  /** Whether the model answered at all: text, thinking, a tool call or a question. */
  get hasAnswered(): boolean {
    return this.#hasAnswered
  }

  /** Whether the agent reported work that may have changed something. A call of an unknown kind may have. */
  get hasEffects(): boolean {
    return this.#steps.size > 0 || [...this.#calls.values()].some(hasEffect)
  }

  /** What the agent reported, one line per step. */
  get steps(): string[] {
    const calls = [...this.#calls.values()].filter(hasEffect).map(callText)
    return [...new Set([...calls, ...this.#steps])]
  }

  #addCall({ toolCallId, ...call }: ToolCalledEvent | ToolUpdatedEvent): void {
    const { title, tool, kind, status, locations, input } = call
    const given = Object.entries({ title, tool, kind, status, locations, input }).filter(
      ([, value]) => value !== undefined,
    )
    this.#calls.set(toolCallId, { ...this.#calls.get(toolCallId), ...Object.fromEntries(given) })
  }
}

/** The events by which a model answers. */
const answers: ReadonlySet<AgentEventType> = new Set([
  'text.delta',
  'thinking.delta',
  'content.delta',
  'message.updated',
  'tool.called',
  'tool.input',
  'tool.updated',
  'tool.output',
  'permission.requested',
  'elicitation.requested',
  'plan.updated',
  'file.changed',
  'command.started',
  'command.completed',
  'command.failed',
  'terminal.output',
  'terminal.screen',
  'terminal.updated',
  'subagent.updated',
  'action.invoked',
  'compaction.updated',
] as const)

/** Commands are never reads, whatever kind the agent reports. */
function hasEffect(call: Call): boolean {
  return !readingKinds.has(call.kind ?? undefined) || inputCommand([call]) !== undefined
}

function callText({ title, tool, kind, status, locations, input }: Call): string {
  const name = title ?? inputCommand([{ input }]) ?? tool ?? kind ?? 'a tool call'
  const paths = (locations ?? []).map(({ path }) => path).filter((path) => !name.includes(path))
  return `${[name, ...paths].join(' ')} (${status ?? 'status unknown'})`
}

type Steps = { [Type in AgentEventType]?: (event: AgentEventOf<Type>) => string }

/** Work besides tool calls that may have changed something. */
const steps: Steps = {
  'file.changed': ({ operation, path }) => `${operation} ${path}`,
  'command.started': ({ command }) => `ran ${command}`,
  'command.completed': ({ command }) => `ran ${command}`,
  'command.failed': ({ command }) => `ran ${command}`,
  'terminal.updated': () => 'used a terminal',
  'terminal.output': () => 'used a terminal',
  'terminal.screen': () => 'used a terminal',
  'subagent.updated': ({ title, subagentId }) => `started the subagent ${title ?? subagentId}`,
  'action.invoked': ({ action }) => `called the action ${action}`,
}

function stepOf(event: AgentEvent): string | undefined {
  return (steps[event.type] as ((one: AgentEvent) => string) | undefined)?.(event)
}
