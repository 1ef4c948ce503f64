import * as acp from '@agentclientprotocol/sdk'

const { agent, client } = acp.methods
const option = (currentValue: string): acp.SessionConfigOption => ({
  id: 'brain',
  name: 'Brain',
  category: 'thought_level',
  type: 'select',
  currentValue,
  options: [
    { value: 'low', name: 'Low' },
    { value: 'high', name: 'High' },
  ],
})

/** An agent of version 1 by the protocol's own SDK; the words of the prompt say what it does. */
export function agentV1(): ReturnType<typeof acp.agent> {
  const cancelled = Promise.withResolvers<void>()
  return acp
    .agent({ name: 'sdk-v1' })
    .onRequest(agent.initialize, () => ({
      protocolVersion: acp.PROTOCOL_VERSION,
      agentInfo: { name: 'sdk-v1', version: '1.0.0' },
      agentCapabilities: { loadSession: true, sessionCapabilities: { list: {} } },
    }))
    .onRequest(agent.session.new, () => ({ sessionId: 'one', configOptions: [option('low')] }))
    .onRequest(agent.session.list, () => ({ sessions: [{ sessionId: 'old', cwd: '/old', title: 'Old' }] }))
    .onRequest(agent.session.load, async ({ params: { sessionId }, client: side }) => {
      await side.notify(client.session.update, {
        sessionId,
        update: { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'earlier' } },
      })
      return {}
    })
    .onRequest(agent.session.setConfigOption, ({ params }) => ({
      configOptions: [option(String(params.value))],
    }))
    .onRequest(agent.session.prompt, async ({ params: { sessionId, prompt }, client: side }) => {
      const tell = (update: acp.SessionUpdate): Promise<void> =>
        side.notify(client.session.update, { sessionId, update })
      const say = (text: string): Promise<void> =>
        tell({ sessionUpdate: 'agent_message_chunk', messageId: 'm1', content: { type: 'text', text } })
      const [words] = prompt
      const text = words?.type === 'text' ? words.text : ''
      if (text === 'wait') {
        await say('waiting')
        await cancelled.promise
        return { stopReason: 'cancelled' }
      }
      await tell({
        sessionUpdate: 'agent_thought_chunk',
        messageId: 't1',
        content: { type: 'text', text: 'hm' },
      })
      await tell({
        sessionUpdate: 'plan',
        entries: [{ content: 'look', priority: 'high', status: 'in_progress' }],
      })
      await tell({
        sessionUpdate: 'tool_call',
        toolCallId: 'c1',
        title: 'Delete',
        kind: 'delete',
        status: 'pending',
      })
      const { outcome } = await side.request(client.session.requestPermission, {
        sessionId,
        toolCall: { toolCallId: 'c1' },
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
        content: [{ type: 'diff', path: '/a', oldText: 'x', newText: '' }],
      })
      await say(allowed ? 'deleted' : 'kept')
      return { stopReason: 'end_turn' }
    })
    .onNotification(agent.session.cancel, () => cancelled.resolve())
}
