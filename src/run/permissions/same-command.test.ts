import { expect, test } from 'vitest'
import { isSameCommand } from './same-command.ts'

test.each([
  ['ls -la', 'ls -la', true],
  ['ls', ' ls ', true],
  [`echo 'two words'`, 'echo "two words"', true],
  [`echo 'two words'`, `echo 'two words'`, true],
  ['echo one', 'echo "one"', true],
  [`bash -c 'npm test && echo "ok"'`, 'npm test && echo "ok"', true],
  [`/bin/sh -lc 'cd a && ls'`, 'cd a && ls', true],
  ['zsh -l -c ls', 'ls', true],
  [String.raw`sh -c 'echo '\''a'\'''`, `echo 'a'`, true],
  ['rm a b', 'rm "a b"', false],
  [`rm 'a b'`, 'rm a b', false],
  ['rm -rf /', 'ls', false],
  [`bash -c 'rm -rf /; ls'`, 'ls', false],
  ['evil -c ls', 'ls', false],
  [`bash -c ls 'rm x'`, 'ls', false],
  ['ls', '', false],
])('%s matches the allowed command %j: %s', (command, allowed, expected) => {
  expect(isSameCommand(command, allowed)).toBe(expected)
})
