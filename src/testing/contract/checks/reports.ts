import { supportOf } from '../../../capabilities/profile.ts'
import { openAcpSession } from '../acp-session.ts'
import { type Check, withoutProvider } from '../check.ts'
import { inconclusive, notApplicable, refuted, verified } from '../outcome.ts'
import { callsTool, ofType, resultOf } from '../turn.ts'
import { within } from '../within.ts'

/** Some agents report their commands after the response to `session/new`; wait this long. */
const commandsMs = 3000

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, count: { type: 'integer' } },
  required: ['name', 'count'],
  additionalProperties: false,
}

/** The agent itself holds the model to a schema; over ACP there is no such field. */
export const structuredOutput: Check = {
  title: 'an answer must match a JSON Schema, on the command line',
  expected: 'the schema in the request to the model, and a value that matches it',
  capability: 'output.structured',
  transport: 'cli',
  marks: '{mark} [[json: {"name": "{word}", "count": 3}]]',
  run: async ({ prompt, word, turn, reached }) => {
    if (prompt === '') return withoutProvider
    const done = await turn({ transport: 'cli', outputSchema: schema })
    const { output } = resultOf(done)
    const seen = { id: 'output.structured' } as const
    const isGiven = reached('"count":{"type":"integer"') === true
    const value = output as { name?: unknown; count?: unknown } | undefined
    if (value?.name === word && value.count === 3) {
      return isGiven
        ? verified('the model received the schema, and its value arrived', {
            ...seen,
            support: 'supported',
          })
        : refuted('the value arrived, but the model did not receive the schema', {
            ...seen,
            support: 'unsupported',
          })
    }
    return refuted(`the output is ${JSON.stringify(output) ?? 'missing'}`, {
      ...seen,
      support: 'unsupported',
    })
  },
}

/** A plan of the model is an event. */
export const plan: Check = {
  title: 'the model writes a plan with the tool of the agent',
  expected: 'a plan.updated event with its tasks',
  sim: 'plan one, two',
  marks: '{mark} [[plan]] [[text: That is the plan]]',
  run: async ({ turn }) => {
    const done = await turn({ permissions: 'allow' })
    resultOf(done)
    const plans = ofType(done.events, 'plan.updated')
    const seen = { id: 'contract.plan', support: 'supported' } as const
    if (plans.length > 0) return verified('a plan.updated event', seen)
    const statuses = ofType(done.events, 'tool.updated').map(({ status }) => status)
    if (statuses.includes('failed')) return inconclusive('the tool for a plan rejected its input')
    return callsTool(done.events)
      ? refuted('the model wrote a plan, but no event reports it', { ...seen, support: 'unsupported' })
      : notApplicable('the agent offers the model no tool for a plan', { ...seen, support: 'unsupported' })
  },
}

/** A subagent works on a prompt of the model. */
export const subagents: Check = {
  title: 'the model delegates work to a subagent',
  expected: 'a request of the subagent to the model, and an event that reports it',
  capability: 'multi-agent.delegation',
  marks: '{mark} [[delegate: Count to three for {word}]] [[text: It was delegated]]',
  run: async ({ client, agent, prompt, turn, word, requests }) => {
    if (prompt === '' || requests() === undefined) return withoutProvider
    const done = await turn({ permissions: 'allow' })
    resultOf(done)
    const id = 'multi-agent.delegation'
    const asked = requests()?.filter(({ prompt: sent = '' }) => sent.includes(word) && !sent.includes('[['))
    if ((asked ?? []).length > 0) {
      return callsTool(done.events) || ofType(done.events, 'subagent.updated').length > 0
        ? verified('a subagent asked the model, and an event reports it', { id, support: 'supported' })
        : refuted('a subagent asked the model, but no event reports it')
    }
    const isClaimed = supportOf(await client.profile(agent, { transport: 'acp' }), id) === 'supported'
    if (callsTool(done.events)) return inconclusive('the tool was called, but no subagent asked the model')
    return isClaimed
      ? inconclusive('the agent offers the model no known tool for it')
      : notApplicable('the agent offers the model no tool for it')
  },
}

/** The commands of the agent are an event. */
export const commands: Check = {
  title: 'a session reports the commands of the agent',
  expected: 'a commands.changed event, each command with a name',
  run: async (context) => {
    const reported = Promise.withResolvers<true>()
    const { events } = await openAcpSession(context, {
      onEvent: ({ type }) => {
        if (type === 'commands.changed') reported.resolve(true)
      },
    })
    await within(commandsMs, reported.promise)
    const found = ofType(events, 'commands.changed').at(-1)?.commands ?? []
    if (found.length === 0) return notApplicable('the session reported no commands')
    return found.every(({ name }) => name !== '')
      ? verified('the commands have names', { id: 'contract.commands', support: 'supported' })
      : refuted('a command has no name')
  },
}
