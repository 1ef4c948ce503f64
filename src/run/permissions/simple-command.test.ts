import { describe, expect, test } from 'vitest'
import { allowsCommand, fitsTool, refusesCommand } from './simple-command.ts'

describe('an allow pattern', () => {
  test.each([
    ['npm test', 'npm test'],
    ['npm test', '  npm   test '],
    ['npm run *', 'npm run build -- --watch'],
    ['git status *', 'git status'],
    ['npm run test:*', 'npm run test:unit'],
    ['git commit -m *', "git commit -m 'a; b && c'"],
    ['echo "a b"', "echo 'a b'"],
    ['npm test', "bash -lc 'npm test'"],
    ['npm test', '/bin/sh -c "npm test"'],
  ])('%s allows %s', (pattern, line) => {
    expect(allowsCommand(pattern, line)).toBe(true)
  })

  test.each([
    ['npm *', 'npm test; rm -rf x'],
    ['npm *', 'npm test && rm x'],
    ['npm *', 'npm test || rm x'],
    ['npm *', 'npm test | sh'],
    ['npm *', 'npm test & rm x'],
    ['npm *', 'npm $(rm x)'],
    ['npm *', 'npm "$(rm x)"'],
    ['npm *', 'npm `rm x`'],
    ['npm *', 'npm "`rm x`"'],
    ['npm *', 'npm $HOME'],
    ['npm *', 'npm test\nrm x'],
    ['npm *', 'npm test\rrm x'],
    ['npm *', 'npm test > ../x'],
    ['npm *', 'npm <(rm x)'],
    ['npm *', 'npm {a,b}'],
    ['npm *', 'npm x*'],
    ['npm *', 'npm \\; rm'],
    ['npm *', "npm 'open"],
    ['npm *', 'PATH=. npm test'],
    ['npm *', "bash -c 'npm test; rm x'"],
    ['npm *', "./bash -c 'npm test'"],
    ['npm *', 'npmx test'],
    ['npm test', 'npm test --force'],
    ['npm run test:*', 'npm run test:unit more'],
    ['*', 'a; b'],
    ['git *', 'git log =x ; y'],
  ])('%s does not allow %s', (pattern, line) => {
    expect(allowsCommand(pattern, line)).toBe(false)
  })
})

describe('a deny pattern', () => {
  test.each([
    ['rm *', 'rm -rf x'],
    ['rm *', 'rm'],
    ['rm *', 'ls; rm x'],
    ['rm *', 'ls && /bin/rm x'],
    ['rm *', 'sudo rm x'],
    ['rm *', "bash -c 'ls | xargs rm'"],
    ['rm *', 'echo $(rm x)'],
    ['rm *', 'ls\nrm x'],
    ['rm *', "r'm' x"],
    ['git push *', 'A=b git push origin'],
    ['git push *', 'git\tpush origin'],
    ['git push *', 'git \\\npush origin'],
    ['git push *', 'git${IFS}push$IFS.'],
    ['git push *', '{git,push,origin}'],
    ['git push *', 'git -C . push origin'],
    ['git push *', 'git -c core.pager=less --no-pager push'],
    ['rm x', 'rm -f x'],
  ])('%s refuses %s', (pattern, line) => {
    expect(refusesCommand(pattern, line)).toBe(true)
  })

  test.each([
    ['rm *', 'npm test'],
    ['git push *', 'git pull'],
    ['rm x', 'rm xy'],
    ['git push *', 'git commit -m push'],
  ])('%s leaves %s', (pattern, line) => {
    expect(refusesCommand(pattern, line)).toBe(false)
  })
})

test('a pattern of a tool fits whole names', () => {
  expect(fitsTool('mcp__docs__*', 'mcp__docs__search')).toBe(true)
  expect(fitsTool('mcp__docs__*', 'my_mcp__docs__search')).toBe(false)
  expect(fitsTool('Read', 'ReadAll')).toBe(false)
  expect(fitsTool('*_*', 'a_b')).toBe(true)
})
