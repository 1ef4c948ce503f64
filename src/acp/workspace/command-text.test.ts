import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { commandText } from './command-text.ts'

it('quotes arguments that a shell would split', () => {
  expect(commandText('/bin/bash', ['-l', '-c', "echo 'a' && ls", ''])).toBe(
    String.raw`/bin/bash -l -c 'echo '\''a'\'' && ls' ''`,
  )
})

it('is parsed by a shell as the same arguments', () => {
  const words = ['plain-1.0', 'two words', "it's", '$HOME', 'a\nb', '"', '\\', '*', '', 'ü', '~', '#', 'a=b']
  const line = commandText('printf', ['%s\\0', ...words])
  expect(execFileSync('sh', ['-c', line], { encoding: 'utf8' }).split('\0')).toEqual([...words, ''])
})
