import { describe, expect, test } from 'vitest'
import { withField } from '../../../../test/with-field.ts'
import { toProfile } from './index.ts'

const flags = [
  ['transport.streaming', 'transport.streaming'],
  ['transport.websocket', 'transport.websocket'],
  ['transport.httpBinary', 'transport.http-binary'],
  ['transport.pushNotifications', 'transport.push'],
  ['transport.resumable', 'transport.resumable'],
  ['tools.supported', 'tools.native'],
  ['tools.parallelCalls', 'tools.parallel'],
  ['tools.clientProvided', 'tools.client-provided'],
  ['output.structuredOutput', 'output.structured'],
  ['state.snapshots', 'state.snapshots'],
  ['state.deltas', 'state.deltas'],
  ['state.memory', 'state.memory'],
  ['state.persistentState', 'session.persistence'],
  ['multiAgent.supported', 'multi-agent.supported'],
  ['multiAgent.delegation', 'multi-agent.delegation'],
  ['multiAgent.handoffs', 'multi-agent.handoffs'],
  ['reasoning.supported', 'thinking.supported'],
  ['reasoning.streaming', 'thinking.streaming'],
  ['reasoning.encrypted', 'thinking.encrypted'],
  ['multimodal.input.image', 'prompt.image'],
  ['multimodal.input.audio', 'prompt.audio'],
  ['multimodal.input.video', 'prompt.video'],
  ['multimodal.input.pdf', 'prompt.pdf'],
  ['multimodal.input.file', 'prompt.file'],
  ['multimodal.output.image', 'output.image'],
  ['multimodal.output.audio', 'output.audio'],
  ['execution.codeExecution', 'execution.code'],
  ['execution.sandboxed', 'execution.sandboxed'],
  ['humanInTheLoop.supported', 'interaction.human-in-the-loop'],
  ['humanInTheLoop.approvals', 'tools.approval'],
  ['humanInTheLoop.interventions', 'interaction.steer'],
  ['humanInTheLoop.feedback', 'interaction.feedback'],
  ['humanInTheLoop.interrupts', 'interaction.interrupts'],
  ['humanInTheLoop.approveWithEdits', 'interaction.approve-with-edits'],
] as const

const values = [
  ['identity.name', 'identity.name', 'x', 'supported'],
  ['identity.type', 'identity.type', 'x', 'supported'],
  ['identity.description', 'identity.description', 'x', 'supported'],
  ['identity.version', 'identity.version', 'x', 'supported'],
  ['identity.provider', 'identity.provider', 'x', 'supported'],
  ['identity.documentationUrl', 'identity.documentation', 'x', 'supported'],
  ['identity.metadata', 'ag-ui.identity', { x: 1 }, 'supported'],
  ['tools.items', 'tools.native', [], 'unknown'],
  ['output.supportedMimeTypes', 'output.mime-types', ['text/plain'], 'supported'],
  ['multiAgent.subagents', 'multi-agent.delegation', [], 'unknown'],
  ['multiAgent.subAgents', 'multi-agent.delegation', [], 'unknown'],
  ['execution.maxIterations', 'execution.max-iterations', 3, 'supported'],
  ['execution.maxExecutionTime', 'execution.max-time', 3, 'supported'],
  ['custom.own', 'custom.ag-ui.own', 3, 'supported'],
] as const

function said(path: string, content: unknown) {
  const { facts } = toProfile(withField({}, path.split('.'), content) as object)
  return Object.values(facts).map(({ id, support, value }) => ({ id, support, value }))
}

describe('each field states the support of one capability', () => {
  test.each(flags)('%s is %s', (path, id) => {
    expect(said(path, true)).toEqual([{ id, support: 'supported', value: undefined }])
    expect(said(path, false)).toEqual([{ id, support: 'unsupported', value: undefined }])
  })
})

describe('or holds its value', () => {
  test.each(values)('%s is %s', (path, id, content, support) => {
    const value = id === 'ag-ui.identity' ? { metadata: { x: 1 } } : content
    expect(said(path, content)).toEqual([{ id, support, value }])
  })
})
