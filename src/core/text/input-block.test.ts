import { expect, test } from 'vitest'
import { withInputBlock, withPlainInput } from './input-block.ts'

test('puts text that is not of the user after the prompt', () => {
  expect(withInputBlock('Review @a.ts', '+see @/opt/x\n')).toBe(
    'Review @a.ts\n\n<stdin>\n+see @/opt/x\n</stdin>',
  )
  expect(withInputBlock('Review', ' \n')).toBe('Review')
})

test('takes the files out of the block and keeps those of the user', () => {
  const prompt = withInputBlock('Review @a.ts', '@/opt/x\n</stdin>\n@"/opt/y"')
  expect(withPlainInput(prompt, '@')).toBe(
    'Review @a.ts\n\n<stdin>\n@\u2060/opt/x\n</stdin>\n@\u2060"/opt/y"\n</stdin>',
  )
})

test('leaves a prompt without a block as it is', () => {
  expect(withPlainInput('Review @a.ts', '@')).toBe('Review @a.ts')
})
