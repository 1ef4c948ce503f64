import { describe, expect, test } from 'vitest'
import { unansweredFailure } from './unanswered-failure.ts'

/** What the programs wrote when they refused to begin. */
const refusals = [
  ['\u001B[91m\u001B[1mError: \u001B[0mSession not found\n', 'SESSION_NOT_FOUND', 'Session not found'],
  ["No session found matching 'nope-nope'\n", 'SESSION_NOT_FOUND', "No session found matching 'nope-nope'"],
  [
    'Error: Session "nope-nope" not found.\nRun `omp --resume` without an argument to pick from recent sessions.\n',
    'SESSION_NOT_FOUND',
    'Session "nope-nope" not found',
  ],
  [
    'No API key found for anthropic.\n\nUse /login to log into a provider via OAuth or API key. See:\n',
    'AUTH_ERROR',
    'No API key found for anthropic',
  ],
  [
    '1 | throw Error(`No API key found for ${provider}.\n      ^\nerror: No API key found for anthropic.\n',
    'AUTH_ERROR',
    'No API key found for anthropic',
  ],
] as const

describe('unansweredFailure', () => {
  test.each(refusals)('of %j: %s', (stderrTail, code, message) => {
    expect(unansweredFailure('pi', { exitCode: 1, signal: null, stderrTail })).toEqual({
      code,
      message,
      retryable: false,
    })
  })

  test('is a crash without such a message, or if the program was killed or exited with 0', () => {
    const [stderrTail] = refusals[0]
    const exits = [
      { exitCode: 1, signal: null, stderrTail: 'Segmentation fault\n' },
      { exitCode: null, signal: 'SIGKILL', stderrTail },
      { exitCode: 0, signal: null, stderrTail },
    ]
    expect(exits.map((exit) => unansweredFailure('pi', exit).code)).toEqual([
      'AGENT_CRASH',
      'AGENT_CRASH',
      'AGENT_CRASH',
    ])
  })
})
