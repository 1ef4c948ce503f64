import { expect, it } from 'vitest'
import { asItIs } from './as-it-is.ts'

it('writes out what would turn a text round, and leaves every other language alone', () => {
  expect(asItIs('rm \u202Etxt.a\u202C \u061C\u2066x')).toBe('rm ⟨U+202E⟩txt.a⟨U+202C⟩ ⟨U+061C⟩⟨U+2066⟩x')
  expect(asItIs('שלום, 你好\n\tnaïve')).toBe('שלום, 你好\n\tnaïve')
})
