import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { handshakeProblems } from './handshake.ts'

const folder = join(import.meta.dirname, '../../../../test/fixtures/acp-initialize')

it.each(globSync('*.json', { cwd: folder }))('finds no problem in the recorded answer %s', (file) => {
  const answer = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, unknown>
  expect(handshakeProblems(answer, 'info' in answer ? 2 : 1)).toEqual([])
})

it.each([
  [
    1,
    {
      agentInfo: { name: 'a' },
      agentCapabilities: {
        loadSession: 'yes',
        promptCapabilities: { image: {}, audio: null, _own: 1 },
        mcpCapabilities: [],
        sessionCapabilities: { list: {}, fork: true },
      },
      authMethods: [{ id: 'key', name: 'Key' }, { name: 'No id' }],
    },
    [
      'agentCapabilities.loadSession is not true or false',
      'agentCapabilities.promptCapabilities.image is not true or false',
      'agentCapabilities.mcpCapabilities is not an object',
      'agentCapabilities.sessionCapabilities.fork is not an object',
      'agentInfo.version is not a string',
      'authMethods.1.id is not a string',
    ],
  ],
  [
    2,
    {
      capabilities: { session: { prompt: { image: true }, mcp: { stdio: {} }, delete: true } },
      authMethods: {},
    },
    [
      'capabilities.session.delete is not an object',
      'capabilities.session.prompt.image is not an object',
      'info is not an object',
      'authMethods is not a list',
    ],
  ],
  [1, { agentCapabilities: 'all' }, ['agentCapabilities is not an object']],
  [1, {}, []],
] as const)('finds what is wrong in version %i of %j', (version, answer, problems) => {
  expect(handshakeProblems(answer, version)).toEqual(problems)
})
