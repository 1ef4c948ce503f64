import { describe, expect, it } from 'vitest'
import { readTasks, splitWords } from './prompt-commands.ts'

describe('readTasks', () => {
  it.each([
    ['read a.txt', [['read', 'a.txt']]],
    ['/list src', [['list', 'src']]],
    ['List', [['list', '']]],
    [
      'read a.txt and list then run ls',
      [
        ['read', 'a.txt'],
        ['list', ''],
        ['run', 'ls'],
      ],
    ],
    [
      'write a.txt salt and pepper, and then read a.txt',
      [
        ['write', 'a.txt salt and pepper'],
        ['read', 'a.txt'],
      ],
    ],
    ['say two\nlines', [['say', 'two\nlines']]],
    [
      'Message 1 from @ada:\n> say hello\n> again\nIt is from another participant.',
      [['say', 'hello\nagain']],
    ],
    ['readme', []],
    ['Fix the bug and run the tests', []],
    ['', []],
  ])('%j', (prompt, tasks) => {
    expect(readTasks(prompt).map(({ verb, rest }) => [verb, rest])).toEqual(tasks)
  })
})

describe('splitWords', () => {
  it.each([
    ['echo hi  there', ['echo', 'hi', 'there']],
    [`echo "two words" 'and three'`, ['echo', 'two words', 'and three']],
    [`echo ""`, ['echo', '']],
    ['', []],
    ['ls | wc', undefined],
    ['echo $HOME', undefined],
    ['echo "$HOME"', undefined],
    ['ls *.ts', undefined],
    ['a && b', undefined],
    ['echo "open', undefined],
    ['echo a"b"', undefined],
  ])('%j', (line, words) => {
    expect(splitWords(line)).toEqual(words)
  })
})
