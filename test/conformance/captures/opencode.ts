import type { CaptureDigest } from './digest.ts'

export const opencode: Record<string, CaptureDigest> = {
  permissions: {
    version: 1,
    events: {
      'commands.changed': 1,
      'text.delta': 12,
      'tool.called': 2,
      'tool.updated': 6,
      'usage.updated': 2,
    },
    said: 'I will call a tool. Tool finished. The final answer is 42.I will call a tool. Tool finished. The final answer is 42.',
    heard: '',
    thought: '',
    printed: '',
    tools: { call_98_0: 'completed', call_100_0: 'completed' },
    usage: { used: 1234, size: 200000, cost: 0 },
    permissions: [
      ['call_98_0', 'allow-once', 'allow-always', 'reject-once'],
      ['call_100_0', 'allow-once', 'allow-always', 'reject-once'],
    ],
    opened: { options: { model: 'fake/fake-think', effort: 'low', mode: 'build' } },
    answers: 1,
    ends: [
      ['end-turn', 1290],
      ['end-turn', 1290],
    ],
  },
  prompts: {
    version: 1,
    events: {
      'commands.changed': 4,
      'config.changed': 1,
      'text.delta': 37,
      'usage.updated': 4,
      'thinking.delta': 12,
      'tool.called': 3,
      'tool.updated': 6,
      'content.delta': 2,
    },
    said: 'Hello from the fake model. The answer is 42.I will call a tool. Tool finished. The final answer is 42.Hello from the fake model. The answer is 42.Hello from the fake model. The answer is 42. chunk0Hello from the fake model. The answer is 42.I will call a tool. Tool finished. The final answer is 42.Hello from the fake model. The answer is 42.Hello from the fake model. The answer is 42. chunk0Hello from the fake model. The answer is 42.I will call a tool. Tool finished. The final answer is 42.Hello from the fake model. The answer is 42.Hello from the fake model. The answer is 42. chunk0',
    heard:
      'SCN:text hiSCN:think+tool hiSCN:text IMGSCN:slow+long CANCELSCN:text hiSCN:think+tool hiSCN:text IMGSCN:slow+long CANCEL',
    thought:
      'Let me think about this step by step.Second thought after the tool result.Let me think about this step by step.Second thought after the tool result.Let me think about this step by step.Second thought after the tool result.',
    printed: '',
    tools: { call_91_0: 'completed' },
    usage: { used: 0, size: 200000, cost: 0 },
    permissions: [],
    opened: { options: { model: 'fake/fake-think', effort: 'low', mode: 'build' } },
    answers: 6,
    ends: [
      ['end-turn', 1290],
      ['end-turn', 1290],
      ['end-turn', 1290],
      ['cancelled', 0],
    ],
  },
}
