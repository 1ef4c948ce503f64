import { expect, test } from 'vitest'
import type { ConfigOption } from '../../events/index.ts'
import { findOption, optionValues, sessionStateFrom } from './config-options.ts'

const effort = {
  type: 'select',
  name: 'Effort',
  category: 'thought_level',
  currentValue: 'low',
  options: [{ value: 'low', name: 'Low', description: null }],
}

const grouped = {
  type: 'select',
  name: 'Model',
  category: 'model',
  currentValue: 'small',
}

test('reads settings, legacy modes and legacy models of a version 1 response', () => {
  const group = { group: 'a', name: 'A', options: [{ value: 'small', name: 'Small' }] }
  const state = sessionStateFrom(1, {
    sessionId: 'session-1',
    configOptions: [
      { id: 'effort', ...effort },
      { id: 'model', ...grouped, options: [group] },
    ],
    modes: { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask', description: 'Asks' }] },
    models: { currentModelId: 'small', availableModels: [{ modelId: 'small', name: 'Small' }] },
  })
  expect(state).toStrictEqual({
    sessionId: 'session-1',
    options: [
      {
        type: 'select',
        id: 'effort',
        name: 'Effort',
        category: 'thought-level',
        currentValue: 'low',
        options: [{ value: 'low', name: 'Low' }],
      },
      {
        type: 'select',
        id: 'model',
        name: 'Model',
        category: 'model',
        currentValue: 'small',
        options: [{ id: 'a', name: 'A', options: [{ value: 'small', name: 'Small' }] }],
      },
    ],
    modes: { currentModeId: 'ask', available: [{ id: 'ask', name: 'Ask', description: 'Asks' }] },
    models: { currentModelId: 'small', available: [{ modelId: 'small', name: 'Small' }] },
  })
})

test('reads settings and commands of a version 2 response', () => {
  const group = { groupId: 'a', name: 'A', options: [{ value: 'small', name: 'Small' }] }
  const state = sessionStateFrom(2, {
    sessionId: 'session-1',
    configOptions: [
      { configId: 'model', ...grouped, options: [group] },
      { configId: 'fast', type: 'boolean', name: 'Fast', currentValue: false },
    ],
    availableCommands: [{ type: 'command', name: 'plan', description: 'Plans', input: null }],
  })
  expect(state).toStrictEqual({
    sessionId: 'session-1',
    options: [
      {
        type: 'select',
        id: 'model',
        name: 'Model',
        category: 'model',
        currentValue: 'small',
        options: [{ id: 'a', name: 'A', options: [{ value: 'small', name: 'Small' }] }],
      },
      { type: 'boolean', id: 'fast', name: 'Fast', currentValue: false },
    ],
    commands: [{ type: 'command', name: 'plan', description: 'Plans' }],
  })
})

test('drops malformed fields', () => {
  const configOptions = [{ id: 'effort', ...effort, currentValue: 5 }, null, { id: 'ok', ...effort }]
  expect(sessionStateFrom(1, { configOptions, modes: { currentModeId: 'ask' }, models: [] })).toStrictEqual({
    options: [
      {
        type: 'select',
        id: 'ok',
        name: 'Effort',
        category: 'thought-level',
        currentValue: 'low',
        options: [{ value: 'low', name: 'Low' }],
      },
    ],
  })
})

test('finds a setting by its category and flattens its values', () => {
  const fast: ConfigOption = { type: 'boolean', id: 'fast', name: 'Fast', currentValue: true }
  const model: ConfigOption = {
    type: 'select',
    id: 'm',
    name: 'Model',
    category: 'model',
    currentValue: 'small',
    options: [
      { id: 'a', name: 'A', options: [{ value: 'small', name: 'Small' }] },
      { id: 'b', name: 'B', options: [{ value: 'big', name: 'Big' }] },
    ],
  }
  expect(findOption([fast, model], 'model')).toBe(model)
  expect(findOption([fast, model], 'thought-level')).toBeUndefined()
  expect(optionValues(model)).toEqual([
    { value: 'small', name: 'Small' },
    { value: 'big', name: 'Big' },
  ])
  expect(optionValues(fast)).toEqual([])
})
