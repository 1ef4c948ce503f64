import type { ContentBlock } from '../../events/content.ts'
import type { Plan } from '../../events/tools/plan.ts'
import type {
  TerminalOutputEvent,
  TerminalScreenEvent,
  TerminalUpdatedEvent,
} from '../../events/tools/terminal.ts'
import type { AgUiEvent, PatchOperation } from './events.ts'

type TerminalEvent = TerminalOutputEvent | TerminalScreenEvent | TerminalUpdatedEvent

interface Terminal {
  readonly decoder: InstanceType<typeof TextDecoder>
  readonly fields: Record<string, unknown>
  /** The output in pieces: a JSON patch can append to a list but not to a string. */
  pieces: string[]
  isShown: boolean
}

/** Plans, terminals and images of a turn. Outlives its runs. */
export class Activities {
  readonly #terminals = new Map<string, Terminal>()

  /** A complete plan. `turn` is the id of its turn. */
  plan(plan: Plan, turn: string): AgUiEvent[] {
    const { type, meta: _, ...content } = { meta: undefined, ...plan }
    return [activity(planId(plan.planId, turn), 'PLAN', type === 'items' ? content : { type, ...content })]
  }

  /** AG-UI cannot remove an activity, so the plan becomes empty. */
  planRemoved(id: string, turn: string): AgUiEvent[] {
    return [activity(planId(id, turn), 'PLAN', { planId: id, entries: [], removed: true })]
  }

  /** Content that a text message cannot hold. */
  content(messageId: string, block: ContentBlock): AgUiEvent[] {
    return [activity(messageId, 'CONTENT', { content: block })]
  }

  /** Output, screen or state of a terminal. */
  terminal(event: TerminalEvent): AgUiEvent[] {
    const id = event.terminalId ?? 'session'
    const messageId = `terminal:${id}`
    const terminal = this.#terminalOf(id)
    const { operations, isWhole } = changeOf(terminal, event)
    if (terminal.isShown && !isWhole) {
      if (operations.length === 0) return []
      return [{ type: 'ACTIVITY_DELTA', messageId, activityType: 'TERMINAL', patch: operations }]
    }
    terminal.isShown = true
    const content = { terminalId: id, ...terminal.fields, output: [...terminal.pieces] }
    return [activity(messageId, 'TERMINAL', content)]
  }

  /** The client of the next run may not have the earlier snapshots. */
  beginRun(): void {
    for (const terminal of this.#terminals.values()) terminal.isShown = false
  }

  endTurn(): void {
    this.#terminals.clear()
  }

  #terminalOf(id: string): Terminal {
    let terminal = this.#terminals.get(id)
    if (terminal === undefined) {
      terminal = { decoder: new TextDecoder(), fields: {}, pieces: [], isShown: false }
      this.#terminals.set(id, terminal)
    }
    return terminal
  }
}

/** Applies an event to a terminal. */
function changeOf(
  terminal: Terminal,
  event: TerminalEvent,
): { operations: PatchOperation[]; isWhole: boolean } {
  if (event.type === 'terminal.output') {
    const { text = terminal.decoder.decode(bytesOf(event.bytes), { stream: true }) } = event
    if (text === '') return { operations: [], isWhole: false }
    terminal.pieces.push(text)
    return { operations: [{ op: 'add', path: '/output/-', value: text }], isWhole: false }
  }
  if (event.type === 'terminal.screen') {
    const { text, rows, cols } = event
    terminal.fields['screen'] = {
      text,
      ...(rows === undefined ? {} : { rows }),
      ...(cols === undefined ? {} : { cols }),
    }
    const value = terminal.fields['screen']
    return { operations: [{ op: 'add', path: '/screen', value }], isWhole: false }
  }
  const operations: PatchOperation[] = []
  const { command, cwd, exitStatus, size, output } = event
  for (const [name, value] of Object.entries({ command, cwd, exitStatus, size })) {
    if (value === undefined) continue
    if (value !== null) operations.push({ op: 'add', path: `/${name}`, value })
    else if (name in terminal.fields) operations.push({ op: 'remove', path: `/${name}` })
    if (value === null) Reflect.deleteProperty(terminal.fields, name)
    else terminal.fields[name] = value
  }
  if (output === undefined) return { operations, isWhole: false }
  const text = new TextDecoder().decode(bytesOf(output?.bytes))
  terminal.pieces = text === '' ? [] : [text]
  return { operations, isWhole: true }
}

function bytesOf(base64 = ''): Uint8Array {
  return Buffer.from(base64, 'base64')
}

function activity(messageId: string, activityType: string, content: Record<string, unknown>): AgUiEvent {
  return { type: 'ACTIVITY_SNAPSHOT', messageId, activityType, content }
}

function planId(id: string | undefined, turn: string): string {
  return id === undefined ? `plan:${turn}` : `plan:${turn}:${id}`
}
