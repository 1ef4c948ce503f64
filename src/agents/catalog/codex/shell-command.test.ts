import { expect, test } from 'vitest'
import { shellCommand } from './shell-command.ts'

test.each([
  ["/bin/bash -lc 'echo hi'", 'echo hi'],
  ['/usr/bin/zsh -lc ls', 'ls'],
  ['bash -lc "echo \\"hi\\" $HOME"', 'echo "hi" $HOME'],
  ["sh -c 'two' 'words'", "sh -c 'two' 'words'"],
  ["bash -lc 'it'\\''s'", "bash -lc 'it'\\''s'"],
  ['git status', 'git status'],
])('reads %s', (line, command) => {
  expect(shellCommand(line)).toBe(command)
})
