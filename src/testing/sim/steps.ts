import { setImmediate } from 'node:timers/promises'
import { systemClock } from '../../core/clock.ts'
import { createId } from '../../core/ids.ts'
import { startGrandchild } from './grandchild.ts'
import { answerHeard, workOn } from './plain-turn.ts'
import type { Step } from './scenario.ts'
import { askAloud, chunkOf, filled, never, type Script } from './script.ts'
import type { TurnOutcome } from './turn-outcome.ts'

type StepOf<Word extends Step['step']> = Extract<Step, { step: Word }>
type Doers = {
  [Word in Step['step']]: (
    step: StepOf<Word>,
    script: Script,
  ) => Promise<TurnOutcome | void> | TurnOutcome | void
}

const pieceBytes = 1024 * 1024
const floodLines = 100

/** Runs each kind of step; a returned outcome ends the turn. */
export const doers: Doers = {
  plain: async (_step, { turn, prompt, end }) => {
    await workOn(turn, prompt)
    end.usage = turn.finish()
  },
  text: async ({ text }, { turn }) => await turn.say(text),
  thought: async ({ text }, { turn }) => await turn.think(text),
  tool: ({ title, name, kind = 'other', status = 'completed', rawInput, text }, { turn }) => {
    const toolCallId = createId('call')
    const [call, change] =
      turn.context.dialect.version === 1
        ? ['tool_call', 'tool_call_update']
        : ['tool_call_update', 'tool_call_update']
    const content = text === undefined ? [] : [{ type: 'content', content: { type: 'text', text } }]
    turn.endMessage()
    turn.update({
      sessionUpdate: call,
      toolCallId,
      title,
      ...(name && { name }),
      kind,
      status: 'pending',
      ...(rawInput === undefined ? {} : { rawInput }),
    })
    turn.update({ sessionUpdate: change, toolCallId, status, content })
  },
  update: ({ update }, { turn }) => turn.update(filled(update, turn)),
  permission: async ({ title = 'Do something', kind = 'other', rawInput, options }, { turn }) => {
    const { dialect } = turn.context
    const call = {
      toolCallId: createId('call'),
      title,
      kind,
      status: 'pending',
      ...(rawInput === undefined ? {} : { rawInput }),
    }
    const params =
      dialect.version === 1
        ? { toolCall: call, options }
        : { title, subject: { type: 'tool_call', toolCall: call }, options }
    for (const update of dialect.state('requires_action')) turn.update(update)
    await askAloud(turn, 'session/request_permission', { sessionId: turn.context.session.id, ...params })
    for (const update of dialect.state('running')) turn.update(update)
  },
  usage: ({ used, size, cost, turn: usage }, { turn, end }) => {
    turn.update({ sessionUpdate: 'usage_update', used, size, ...(cost && { cost }) })
    if (usage !== undefined) end.usage = usage
  },
  delay: async ({ milliseconds }, { turn }) => await systemClock.sleep(milliseconds, turn.signal),
  flood: async ({ count, text }, { turn }) => {
    const { peer, session } = turn.context
    const params = { sessionId: session.id, update: chunkOf(text) }
    const line = `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params })}\n`
    for (let left = count; left > 0; left -= floodLines) {
      peer.write(line.repeat(Math.min(left, floodLines)))
      await peer.ready(turn.signal)
      // Yield to the input, so that a flood of updates can be cancelled.
      await setImmediate(undefined, { signal: turn.signal })
    }
  },
  crash: async ({ exitCode = 1, signal }, { turn }) => {
    await turn.context.peer.flush()
    if (signal === undefined) process.exit(exitCode)
    process.kill(process.pid, signal)
    await never(turn)
  },
  hang: async (_step, { turn }) => await never(turn),
  garbage: ({ text = 'this is no JSON {' }, { turn }) => turn.context.peer.write(`${text}\n`),
  partial: async ({ text = '', bytes = 0 }, { turn }) => {
    const { peer } = turn.context
    peer.write(text)
    for (let left = bytes; left > 0; left -= pieceBytes) {
      peer.write(Buffer.alloc(Math.min(left, pieceBytes), 'x'))
      await peer.ready(turn.signal)
    }
  },
  'wrong-id': (_step, { turn }) =>
    turn.context.peer.send({ jsonrpc: '2.0', id: 'nobody-asked', result: { stopReason: 'end_turn' } }),
  'duplicate-answer': (_step, { end }) => {
    end.copies = 2
  },
  'late-update': ({ text, count = 1 }, { end }) => {
    for (let added = 0; added < count; added++) end.late.push(chunkOf(text))
  },
  stderr: ({ text }) => {
    process.stderr.write(`${text}\n`)
  },
  grandchild: async (_step, { turn }) => turn.update(chunkOf(`grandchild ${await startGrandchild()}`)),
  error: ({ code, message, data }) => ({
    stopReason: 'end_turn',
    error: { code, message, ...(data === undefined ? {} : { data }) },
  }),
  stop: ({ stopReason }) => ({ stopReason }),
  'end-turn-empty': () => ({ stopReason: 'end_turn' }),
  elicit: async ({ message, form, url }, { turn }) => {
    const elicitationId = createId('elicitation')
    const params =
      url === undefined
        ? { mode: 'form', message, requestedSchema: form ?? { type: 'object', properties: {} } }
        : { mode: 'url', message, url, elicitationId }
    await askAloud(turn, 'elicitation/create', { sessionId: turn.context.session.id, ...params })
    if (url !== undefined) turn.context.peer.notify('elicitation/complete', { elicitationId })
  },
  'ask-client': async ({ method, params = {} }, { turn }) => {
    await askAloud(turn, method, filled(params, turn))
  },
  'unknown-notification': ({ method = '_capstan/unheard_of', params = {} }, { turn }) =>
    turn.context.peer.notify(method, filled(params, turn)),
  listen: async (_step, { turn }) => {
    await turn.context.control.listen()
    await answerHeard(turn)
  },
  'ignore-cancel': (_step, { turn }) => {
    turn.context.control.ignoresCancel = true
  },
}
