import { expect, it } from 'vitest'
import { newQuestions, titleFor } from './attention.ts'

it('the title begins with the number of open questions', () => {
  expect([0, 1, 12].map(titleFor)).toEqual(['Capstan', '(1) Capstan', '(12) Capstan'])
})

it('a question is new once', () => {
  expect(newQuestions([{ id: 'a' }, { id: 'b' }], new Set(['a']))).toEqual([{ id: 'b' }])
})
