import { expect, test } from 'vitest'
import { hasScreen } from './browser.ts'

test.each([
  ['linux', { DISPLAY: ':0' }, true],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
  ['linux', {}, false],
  ['linux', { DISPLAY: '' }, false],
  ['linux', { DISPLAY: ':0', CI: 'true' }, false],
  ['linux', { DISPLAY: ':0', CI: 'false' }, true],
  ['darwin', {}, true],
  ['darwin', { CI: '1' }, false],
  ['win32', {}, true],
] as const)('on %s with %j there is a screen: %s', (platform, environment, is) => {
  expect(hasScreen({ platform, environment, isTerminal: true })).toBe(is)
  expect(hasScreen({ platform, environment, isTerminal: false })).toBe(false)
})
