import type { CaptureDigest } from './digest.ts'

export const omp: Record<string, CaptureDigest> = {
  prompts: {
    version: 1,
    events: {
      'commands.changed': 2,
      'session.updated': 6,
      'config.changed': 1,
      'text.delta': 36,
      'usage.updated': 4,
      'thinking.delta': 10,
      'tool.called': 4,
      'tool.updated': 6,
      'content.delta': 1,
    },
    said: 'Hello from the fake model. The answer is 42.I will call a tool. Tool finished. The final answer is 42.I will call a tool. Tool finished. The final answer is 42.Hello from the fake model. The answer is 42.Hello from the fake model. The answer is 42. chunk0Hello from the fake model. The answer is 42.I will call a tool. Tool finished. The final answer is 42.I will call a tool. Tool finished. The final answer is 42.Hello from the fake model. The answer is 42.',
    heard: 'SCN:text hiSCN:think+tool hiSCN:tool TOOL:writeSCN:text IMGSCN:slow+long CANCEL',
    thought:
      'Let me think about this step by step.Second thought after the tool result.Let me think about this step by step.Second thought after the tool result.',
    printed: '',
    tools: { call_87_0: 'completed', call_89_0: 'completed' },
    usage: { used: 1234, size: 200000 },
    permissions: [['call_87_0', 'allow-once', 'allow-always', 'reject-once', 'reject-always']],
    opened: {
      options: { mode: 'default', model: 'anthropic/claude-opus-4-8', thinking: 'high' },
      mode: 'default',
    },
    answers: 6,
    ends: [['end-turn', 1290], ['end-turn', 2580], ['end-turn', 2580], ['end-turn', 1290], ['cancelled']],
  },
}
