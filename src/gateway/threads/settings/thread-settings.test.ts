import { expect, test } from 'vitest'
import type { ConfigOption } from '../../../events/config-option.ts'
import type { SessionSettings } from '../../../run/api/session-settings.ts'
import { sim } from '../../../agents/catalog/sim/definition.ts'
import { createModelRegistry } from '../../../models/registry.ts'
import { createClient } from '../../../run/client.ts'
import {
  changeSettings,
  mergeSettings,
  needsRestart,
  openingSettings,
  settingsOf,
} from './thread-settings.ts'

const known = { agent: 'claude', models: createModelRegistry() }

test('reads settings from forwardedProps.capstan only', () => {
  expect(settingsOf(undefined)).toEqual({})
  expect(settingsOf({ other: 1 })).toEqual({})
  expect(settingsOf('free text')).toEqual({})
  const all = { model: 'opus', effort: 'high', mode: 'plan' }
  expect(settingsOf({ other: 1, capstan: all })).toEqual(all)
})

test.each([
  [{ capstan: 'opus' }, 'forwardedProps.capstan must be an object', 'Use one of model, effort, mode.'],
  [
    { capstan: { model: 5 } },
    'forwardedProps.capstan.model must be a non-empty string, or null for the default',
    'Use one of model, effort, mode.',
  ],
  [
    { capstan: { mode: '' } },
    'forwardedProps.capstan.mode must be a non-empty string, or null for the default',
    'Use one of model, effort, mode.',
  ],
  [{ capstan: { modle: 'opus' } }, 'forwardedProps.capstan.modle is not a setting', 'Did you mean model?'],
])('rejects %j', (forwardedProps, message, hint) => {
  expect(() => settingsOf(forwardedProps)).toThrow(
    expect.objectContaining({ refusal: 'invalid_settings', message, hint }) as Error,
  )
})

test('opens a session with the settings that can be validated', () => {
  expect(openingSettings({ model: 'claude-opus-5-5', effort: 'high', mode: 'plan' }, known)).toEqual({
    model: 'claude-opus-5-5',
    effort: 'high',
  })
  expect(openingSettings({ effort: 'low' }, known)).toEqual({ effort: 'low' })
  expect(openingSettings({ model: 'model of the agent', effort: 'high' }, known)).toEqual({})
  const { models } = createClient({ definitions: [{ ...sim, id: 'one-of-mine' }] })
  expect(openingSettings({ model: 'large' }, { agent: 'one-of-mine', models })).toEqual({})
})

test("sets only changed settings, with the agent's name of a model", async () => {
  const options: ConfigOption[] = [
    {
      id: 'model',
      name: 'Model',
      category: 'model',
      type: 'select',
      currentValue: 'sonnet',
      options: [
        { value: 'sonnet', name: 'Sonnet' },
        { value: 'opus', name: 'Opus' },
      ],
    },
  ]
  const set: SessionSettings[] = []
  const session = { options, set: (settings: SessionSettings) => Promise.resolve(void set.push(settings)) }
  const before = { effort: 'high' }
  const requested = { model: 'claude-opus-5-5', effort: 'high', mode: 'plan' }
  const defaults = { model: 'sonnet' }
  await changeSettings(session, { before, requested, defaults, known })
  await changeSettings(session, { before: requested, requested, defaults, known })
  expect(set).toEqual([{ model: 'opus', mode: 'plan' }])
})

test('sets the agent’s own value for a setting that goes back to the default', async () => {
  const set: SessionSettings[] = []
  const session = {
    options: [],
    set: (settings: SessionSettings) => Promise.resolve(void set.push(settings)),
  }
  const before = { model: 'opus', effort: 'high' }
  const requested = mergeSettings(before, settingsOf({ capstan: { model: null } }))
  const defaults = { model: 'sonnet' }
  expect(requested).toEqual({ effort: 'high' })
  expect(needsRestart({ before, requested, defaults })).toBe(false)
  await changeSettings(session, { before, requested, defaults, known })
  expect(set).toEqual([{ model: 'sonnet' }])
  expect(needsRestart({ before, requested: {}, defaults })).toBe(true)
})
