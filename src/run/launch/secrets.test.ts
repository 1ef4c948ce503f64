import { expect, it } from 'vitest'
import { mcpSecrets, secretVariables } from './secrets.ts'

it('finds the variables of a login and those with a secret-like name', () => {
  const auth = { methods: [], files: [], variables: ['EXAMPLE_LOGIN'] }
  const environment = {
    EXAMPLE_LOGIN: 'a',
    MY_TOKEN: 'b',
    DB_PASSWORD: 'c',
    PATH: '/bin',
    GONE_KEY: undefined,
  }
  expect(secretVariables(environment, { auth })).toEqual(['a', 'b', 'c'])
})

it('finds the variables and headers of MCP servers', () => {
  expect(
    mcpSecrets([
      { name: 'one', command: 'one', env: { A: 'first' } },
      { name: 'two', type: 'http', url: 'https://two.example', headers: { Authorization: 'Bearer second' } },
      { name: 'three', command: 'three' },
    ]),
  ).toEqual(['first', 'Bearer second', 'second'])
})
