import * as acp from '@agentclientprotocol/sdk/experimental/v2'

const { agent, client } = acp.methods
const option = (currentValue: string): acp.SessionConfigOption => ({
  configId: 'brain',
  name: 'Brain',
  category: 'thought_level',
  type: 'select',
  currentValue,
  options: [
    { value: 'low', name: 'Low' },
    { value: 'high', name: 'High' },
  ],
})

/** An agent of version 2 by the protocol's own SDK; the words of the prompt say what it does. */
export function agentV2(): ReturnType<typeof acp.agent> {
  const cancelled = Promise.withResolvers<void>()
  return acp
    .agent({ name: 'sdk-v2' })
    .onRequest(agent.initialize, () => ({
      protocolVersion: acp.PROTOCOL_VERSION,
      info: { name: 'sdk-v2', version: '2.0.0' },
      capabilities: { session: {} },
    }))
    .onRequest(agent.session.new, () => ({ sessionId: 'one', configOptions: [option('low')] }))
    .onRequest(agent.session.list, () => ({ sessions: [{ sessionId: 'old', cwd: '/old', title: 'Old' }] }))
    .onRequest(agent.session.resume, async ({ params: { sessionId, replayFrom }, client: side }) => {
      const tell = (update: acp.SessionUpdate): Promise<void> =>
        side.notify(client.session.update, { sessionId, update })
      if (replayFrom?.type === 'start') {
        await tell({
          sessionUpdate: 'user_message',
          messageId: 'u0',
          content: [{ type: 'text', text: 'earlier' }],
        })
      }
      await tell({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' })
      return {}
    })
    .onRequest(agent.session.setConfigOption, ({ params }) => ({
      configOptions: [option(String(params.value))],
    }))
    .onRequest(agent.session.prompt, ({ params: { sessionId, prompt }, client: side }) => {
      const tell = (update: acp.SessionUpdate): Promise<void> =>
        side.notify(client.session.update, { sessionId, update })
      const say = (text: string): Promise<void> =>
        tell({ sessionUpdate: 'agent_message_chunk', messageId: 'm1', content: { type: 'text', text } })
      const [words] = prompt
      const work = async (): Promise<void> => {
        await tell({ sessionUpdate: 'user_message', messageId: 'u1', content: prompt })
        await tell({ sessionUpdate: 'state_update', state: 'running' })
        if (words?.type === 'text' && words.text === 'wait') {
          await say('waiting')
          await cancelled.promise
          return tell({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'cancelled' })
        }
        await tell({
          sessionUpdate: 'agent_thought_chunk',
          messageId: 't1',
          content: { type: 'text', text: 'hm' },
        })
        await tell({
          sessionUpdate: 'plan_update',
          plan: {
            type: 'items',
            planId: 'p1',
            entries: [{ content: 'look', priority: 'high', status: 'in_progress' }],
          },
        })
        await tell({
          sessionUpdate: 'tool_call_update',
          toolCallId: 'c1',
          title: 'Delete',
          kind: 'delete',
          status: 'pending',
        })
        const { outcome } = await side.request(client.session.requestPermission, {
          sessionId,
          title: 'Delete it?',
          subject: { type: 'tool_call', toolCall: { toolCallId: 'c1' } },
          options: [
            { optionId: 'y', name: 'Yes', kind: 'allow_once' },
            { optionId: 'n', name: 'No', kind: 'reject_once' },
          ],
        })
        const allowed = outcome.outcome === 'selected' && outcome.optionId === 'y'
        await tell({
          sessionUpdate: 'tool_call_update',
          toolCallId: 'c1',
          status: allowed ? 'completed' : 'failed',
          content: [{ type: 'diff', changes: [{ operation: 'delete', path: '/a' }] }],
        })
        await say(allowed ? 'deleted' : 'kept')
        await tell({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' })
      }
      setImmediate(() => void work())
      return { messageId: 'u1' }
    })
    .onNotification(agent.session.cancel, () => cancelled.resolve())
}
