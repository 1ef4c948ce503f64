import { expect, it } from 'vitest'
import { installStarted, withProgress } from './install-progress.ts'

it('shows the last line of the installer, then the outcome', () => {
  const one = withProgress(installStarted, { type: 'output', text: 'fetching\r\nadded 2 packages\n' })
  expect(one).toEqual({ status: 'running', text: 'added 2 packages' })
  expect(withProgress(one, { type: 'output', text: '\n' })).toEqual(one)
  expect(withProgress(one, { type: 'done' })).toEqual({ status: 'done', text: 'Installed' })
  expect(withProgress(one, { type: 'failed', message: 'No network', hint: 'Try again.' })).toEqual({
    status: 'failed',
    text: 'No network',
    hint: 'Try again.',
  })
})
