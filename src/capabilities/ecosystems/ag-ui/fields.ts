import { type Field, fieldTable } from '../../conversion/field-table.ts'

/** Every field of the declaration with a canonical capability. */
export const fields: readonly Field[] = /* @__PURE__ */ fieldTable({
  support: {
    transport: {
      streaming: 'transport.streaming',
      websocket: 'transport.websocket',
      httpBinary: 'transport.http-binary',
      pushNotifications: 'transport.push',
      resumable: 'transport.resumable',
    },
    tools: {
      supported: 'tools.native',
      parallelCalls: 'tools.parallel',
      clientProvided: 'tools.client-provided',
    },
    output: {
      structuredOutput: 'output.structured',
    },
    state: {
      snapshots: 'state.snapshots',
      deltas: 'state.deltas',
      memory: 'state.memory',
      persistentState: 'session.persistence',
    },
    multiAgent: {
      supported: 'multi-agent.supported',
      delegation: 'multi-agent.delegation',
      handoffs: 'multi-agent.handoffs',
    },
    reasoning: {
      supported: 'thinking.supported',
      streaming: 'thinking.streaming',
      encrypted: 'thinking.encrypted',
    },
    multimodal: {
      input: {
        image: 'prompt.image',
        audio: 'prompt.audio',
        video: 'prompt.video',
        pdf: 'prompt.pdf',
        file: 'prompt.file',
      },
      output: {
        image: 'output.image',
        audio: 'output.audio',
      },
    },
    execution: {
      codeExecution: 'execution.code',
      sandboxed: 'execution.sandboxed',
    },
    humanInTheLoop: {
      supported: 'interaction.human-in-the-loop',
      approvals: 'tools.approval',
      interventions: 'interaction.steer',
      feedback: 'interaction.feedback',
      interrupts: 'interaction.interrupts',
      approveWithEdits: 'interaction.approve-with-edits',
    },
  },
  value: {
    identity: {
      name: 'identity.name',
      type: 'identity.type',
      description: 'identity.description',
      version: 'identity.version',
      provider: 'identity.provider',
      documentationUrl: 'identity.documentation',
    },
    tools: {
      items: 'tools.native',
    },
    output: {
      supportedMimeTypes: 'output.mime-types',
    },
    multiAgent: {
      subagents: 'multi-agent.delegation',
    },
    execution: {
      maxIterations: 'execution.max-iterations',
      maxExecutionTime: 'execution.max-time',
    },
  },
})
