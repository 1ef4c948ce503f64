import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

test('starts a program without an interpreter', () => {
  expect(commandLine('/bin/a', ['x y', '"'], 'linux')).toEqual({
    command: '/bin/a',
    args: ['x y', '"'],
    verbatim: false,
  })
  expect(commandLine('a.exe', ['x'], 'win32')).toEqual({ command: 'a.exe', args: ['x'], verbatim: false })
})

test('starts a batch file with its interpreter and quotes the arguments', () => {
  expect(commandLine(String.raw`C:\a\b.cmd`, ['x y', 'say "hi"', '%PATH%'], 'win32')).toEqual({
    command: 'cmd.exe',
    args: ['/d', '/s', '/c', String.raw`"^"C:\a\b.cmd^" ^"x^ y^" ^"say^ \^"hi\^"^" ^"^%PATH^%^""`],
    verbatim: true,
  })
})
