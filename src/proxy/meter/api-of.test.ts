import { expect, it } from 'vitest'
import { modelRequestOf } from './api-of.ts'

const apiOf = (path: string): unknown => modelRequestOf('POST', path, {})?.api

it.each([
  '/v1//messages',
  '//v1/messages/',
  '/v1/./messages',
  '/v1/%2e/messages',
  '/v1/models/../messages',
  '/v1/models/%2E%2e/messages',
  '/v1/messages/x/..',
  '/v1/Messages',
  '/v1/%6dessages',
  '/v1/%256dessages',
  '/v1%2Fmessages',
  '/v1\\messages',
  '/v1/messages;x=1',
  '/v1/messages%20',
  '/v1/messages%00',
  '/v1/messages#x',
  '/v1/messages?beta=true',
  '/gateway/v1/messages',
  '/v1/messages/batches',
  '/v1/complete',
  '/v1/projects/p/locations/l/publishers/anthropic/models/claude:streamRawPredict',
])('counts POST %s as a call of Anthropic', (path) => {
  expect(apiOf(path)).toBe('anthropic')
})

it.each([
  ['/v1/responses', 'openai-responses'],
  ['/backend-api/codex/responses/compact', 'openai-responses'],
  ['/v1/batches', 'openai-responses'],
  ['/v1/images/generations', 'openai-responses'],
  ['/v1/threads/thread_1/runs', 'openai-responses'],
  ['/v1/chat/completions', 'openai-completions'],
  ['/openai/deployments/d/chat/completions?api-version=1', 'openai-completions'],
  ['/v1/embeddings', 'openai-completions'],
  ['/v1/projects/p/publishers/mistralai/models/m:rawPredict', 'openai-completions'],
  ['/v1beta/models/m:generateContent', 'gemini'],
  ['/v1internal:streamGenerateContent?alt=sse', 'gemini'],
  ['/v1beta/models/m:batchGenerateContent', 'gemini'],
  ['/$rpc/google.ai.generativelanguage.v1beta.GenerativeService/GenerateContent', 'gemini'],
  ['/v1beta/models/m:embedContent', 'gemini'],
  ['/v1/models/m:predictLongRunning', 'gemini'],
  ['/v1beta/interactions', 'gemini'],
])('counts POST %s as a call of %s', (path, api) => {
  expect(apiOf(path)).toBe(api)
})

it.each([
  '/v1/messages/count_tokens',
  '/v1/responses/input_tokens',
  '/v1beta/models/m:countTokens',
  '/v1internal:loadCodeAssist',
  '/v1/publishers/anthropic/models/count-tokens:rawPredict',
  '/api/messages',
  '/v1/files',
  '/oauth/token',
  '/o/r.git/info/lfs/objects/batch',
])('does not count POST %s', (path) => {
  expect(apiOf(path)).toBeUndefined()
})

it('reads the model in a path as it is spelled', () => {
  expect(modelRequestOf('POST', '/v1beta//models/Gemini-X:generateContent', {})).toEqual({
    api: 'gemini',
    model: 'Gemini-X',
  })
})

it('counts a method that a header replaces', () => {
  expect(modelRequestOf('GET', '/v1/messages', {})).toBeUndefined()
  expect(modelRequestOf('GET', '/v1/messages', { 'x-http-method-override': 'POST' })).toEqual({
    api: 'anthropic',
  })
})
