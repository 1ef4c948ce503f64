import { expect, it } from 'vitest'
import { nextTheme, readTheme } from './theme.ts'

it('cycles through the themes', () => {
  expect([readTheme(null), readTheme('pink'), readTheme('dark')]).toEqual(['system', 'system', 'dark'])
  expect([nextTheme('system'), nextTheme('light'), nextTheme('dark')]).toEqual(['light', 'dark', 'system'])
})
