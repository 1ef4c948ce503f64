import { expect, test } from 'vitest'
import type { AgentEvent } from '../event.ts'
import { isToolResult } from './tool-result.ts'

test.each<[AgentEvent, boolean]>([
  [{ type: 'tool.updated', toolCallId: 'a', status: 'completed', output: 1 }, true],
  [{ type: 'tool.updated', toolCallId: 'a', status: 'failed' }, true],
  [{ type: 'tool.updated', toolCallId: 'a', status: 'cancelled' }, true],
  [{ type: 'tool.updated', toolCallId: 'a', status: 'in-progress' }, false],
  [{ type: 'tool.updated', toolCallId: 'a' }, false],
  [{ type: 'tool.called', toolCallId: 'a', status: 'completed' }, false],
])('of %j: %s', (event, isResult) => {
  expect(isToolResult(event)).toBe(isResult)
})
