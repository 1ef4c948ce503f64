import type { CaptureDigest } from './digest.ts'

export const copilot: Record<string, CaptureDigest> = {
  prompts: {
    version: 1,
    events: {
      'commands.changed': 4,
      'config.changed': 3,
      'session.updated': 1,
      'usage.updated': 10,
      'thinking.delta': 45,
      'text.delta': 57,
      'tool.called': 8,
      'tool.updated': 9,
    },
    said: 'Hello from the fake provider. All done.I will use a tool.Hello from the fake provider. All done.I will use a tool.Hello from the fake provider. All done.I will use a tool.Hello from the fake provider. All done.I will use a tool.Hello from the fake provider. All done.step 0 of 0, step 1 of 841471, step 2 of 909297, step 3 of 141120, step 4 of -756802, step 5 of -958924, step 6 of -279415, step 7 of 656987, step 8 of 989358, step 9 oHello from the fake provider. All done.I will use a tool.Hello from the fake provider. All done.I will use a tool.Hello from the fake provider. All done.I will use a tool.Hello from the fake provider. All done.I will use a tool.Hello from the fake provider. All done.',
    heard: 'SCN=think hiSCN=tool hiSCN=touch hiSCN=read hiSCN=write hiSCN=slow hi',
    thought:
      'Let me think about it. The user wants a short answer.Let me think about it. The user wants a short answer.Let me think about it. The user wants a short answer.Let me think about it. The user wants a short answer.Let me think about it. The user wants a short answer.Let me think about it. The user wants a short answer.Let me think about it. The user wants a short answer.Let me think about it. The user wants a short answer.Let me think about it. The user wants a short answer.',
    printed: '',
    tools: {
      call_addaec71cde0288229b244bd: 'completed',
      call_aaf90e0f8dc9c23928fcb99f: 'completed',
      call_afee56d1784af7f215e8a841: 'completed',
      custom_call_32a8a475425779728842c465: 'completed',
    },
    usage: { used: 10131, size: 922000 },
    permissions: [
      ['call_addaec71cde0288229b244bd', 'allow-once', 'allow-always', 'reject-once'],
      ['call_aaf90e0f8dc9c23928fcb99f', 'allow-once', 'allow-always', 'reject-once'],
      ['custom_call_32a8a475425779728842c465', 'allow-once', 'allow-always', 'reject-once'],
    ],
    opened: {
      options: { mode: 'https://agentclientprotocol.com/protocol/session-modes#agent', allow_all: 'off' },
      mode: 'https://agentclientprotocol.com/protocol/session-modes#agent',
    },
    answers: 3,
    ends: [
      ['end-turn', 143],
      ['end-turn', 429],
      ['end-turn', 715],
      ['end-turn', 1001],
      ['end-turn', 1287],
      ['cancelled', 1287],
    ],
  },
  reject: {
    version: 1,
    events: {
      'commands.changed': 2,
      'config.changed': 1,
      'session.updated': 1,
      'usage.updated': 1,
      'thinking.delta': 5,
      'text.delta': 3,
      'tool.called': 1,
      'tool.updated': 1,
    },
    said: 'I will use a tool.Info: Operation cancelled by user',
    heard: '',
    thought: 'Let me think about it. The user wants a short answer.',
    printed: '',
    tools: { call_2de55ef8dc664a784a99721c: 'failed' },
    usage: { used: 9446, size: 922000 },
    permissions: [['call_2de55ef8dc664a784a99721c', 'allow-once', 'allow-always', 'reject-once']],
    opened: {
      options: { mode: 'https://agentclientprotocol.com/protocol/session-modes#agent', allow_all: 'off' },
      mode: 'https://agentclientprotocol.com/protocol/session-modes#agent',
    },
    answers: 1,
    ends: [['end-turn', 143]],
  },
}
