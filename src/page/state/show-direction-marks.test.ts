import { expect, it } from 'vitest'
import { showDirectionMarks } from './show-direction-marks.ts'

it('writes out bidirectional controls and leaves all other text unchanged', () => {
  expect(showDirectionMarks('rm \u202Etxt.a\u202C \u061C\u2066x')).toBe(
    'rm ⟨U+202E⟩txt.a⟨U+202C⟩ ⟨U+061C⟩⟨U+2066⟩x',
  )
  expect(showDirectionMarks('שלום, 你好\n\tnaïve')).toBe('שלום, 你好\n\tnaïve')
})
