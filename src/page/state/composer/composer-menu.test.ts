import { describe, expect, it } from 'vitest'
import { matchingCommands, menuWordAt, nextOption, withChoice } from './composer-menu.ts'

const at = (marked: string) => menuWordAt(marked.replace('|', ''), marked.indexOf('|'))

describe('the word at the caret', () => {
  it.each([
    ['/|', { kind: 'command', query: '', start: 0, end: 1 }],
    ['/re|ad', { kind: 'command', query: 're', start: 0, end: 3 }],
    ['@|', { kind: 'file', query: '', start: 0, end: 1 }],
    ['look at @src/in| now', { kind: 'file', query: 'src/in', start: 8, end: 15 }],
    ['(@a|', { kind: 'file', query: 'a', start: 1, end: 3 }],
  ])('of %s opens a menu', (text, word) => {
    expect(at(text)).toEqual(word)
  })

  it.each(['a /re|', '/read |', 'me@host|', '@a b|', '|@a', '@@|', ''])('of %j opens none', (text) => {
    expect(text === '' ? menuWordAt('', 0) : at(text)).toBeUndefined()
  })
})

it('a choice replaces the word and is followed by one space', () => {
  expect(withChoice('/re', { start: 0, end: 3 }, '/read')).toEqual({ text: '/read ', caret: 6 })
  expect(withChoice('see @a now', { start: 4, end: 6 }, '@a.ts')).toEqual({ text: 'see @a.ts now', caret: 9 })
})

it('commands that start with the query come first', () => {
  const commands = ['review', 'pr-review', 'help'].map((name) => ({
    name,
    description: `does ${name}`,
    hint: '',
  }))
  const names = (query: string) => matchingCommands(commands, query).map(({ name }) => name)
  expect(names('')).toEqual(['review', 'pr-review', 'help'])
  expect(names('RE')).toEqual(['review', 'pr-review'])
  expect(names('does')).toEqual(['review', 'pr-review', 'help'])
  expect(names('x')).toEqual([])
})

it('the active option wraps around', () => {
  expect([nextOption(0, 3, -1), nextOption(2, 3, 1), nextOption(0, 0, 1)]).toEqual([2, 0, 0])
})
