import { expect, it } from 'vitest'
import { agentOf, chatKey, nextChat } from './chat-key.ts'

it('names the chats of both sides', () => {
  const keys = [chatKey('sim', 'left'), chatKey('sim', 'right')]
  expect(keys).toEqual(['sim', 'sim~right'])
  expect(keys.map(agentOf)).toEqual(['sim', 'sim'])
})

it('goes round the chats of the left side', () => {
  const open = ['sim', 'claude~right', 'codex']
  expect(nextChat(open, 'sim')).toBe('codex')
  expect(nextChat(open, 'codex')).toBe('sim')
  expect(nextChat(open, 'other')).toBe('sim')
  expect(nextChat(['sim'], 'sim')).toBeUndefined()
  expect(nextChat([], 'sim')).toBeUndefined()
})
