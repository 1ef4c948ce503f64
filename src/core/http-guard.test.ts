import { expect, it } from 'vitest'
import { isBearer, sourceProblem } from './http-guard.ts'

const rules = { allowedHosts: ['host.example'], allowedOrigins: ['https://page.example'] }

it.each([
  ['127.0.0.1:80', undefined, undefined],
  ['[::1]:80', undefined, undefined],
  ['LOCALHOST', undefined, undefined],
  ['host.example:1', 'https://page.example', undefined],
  ['evil.example', undefined, 'wrong Host'],
  ['[evil.example]', undefined, 'wrong Host'],
  [undefined, undefined, 'wrong Host'],
  ['localhost:80', 'http://localhost:80', 'foreign Origin'],
  ['localhost', 'null', 'foreign Origin'],
])('a request to %s from %s: %s', (host, origin, problem) => {
  expect(sourceProblem({ host, origin }, rules)).toBe(problem)
})

it.each([
  ['http://localhost:80', undefined],
  ['https://localhost:80', undefined],
  ['http://localhost', 'foreign Origin'],
  ['http://localhost:80.evil.example', 'foreign Origin'],
])('accepts its own pages: %s', (origin, problem) => {
  expect(sourceProblem({ host: 'localhost:80', origin }, { ...rules, hasPages: true })).toBe(problem)
})

it.each([
  ['Bearer secret', true],
  ['bearer  secret ', true],
  ['Bearer secre', false],
  ['Bearer secret2', false],
  ['Basic secret', false],
  ['', false],
])('reads the token of %j', (header, expected) => {
  expect(isBearer(header, 'secret')).toBe(expected)
})
