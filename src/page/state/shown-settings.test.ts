import { describe, expect, it } from 'vitest'
import type { ListedModel } from './model-choices.ts'
import { effortChoice, modeChoice, modelChoice, modelOf, settingsIn } from './shown-settings.ts'

const large: ListedModel = { modelId: 'large', displayName: 'large', contextWindow: 0, isDefault: false }
const small: ListedModel = {
  modelId: 'small',
  displayName: 'small',
  contextWindow: 0,
  isDefault: true,
  efforts: ['low', 'high'],
  defaultEffort: 'low',
}
const nothing = { picked: '', actual: undefined }

describe('settingsIn', () => {
  it('reads the settings of the session, also from its options', () => {
    const config = [
      { category: 'model', currentValue: 'large' },
      { category: 'thought-level', currentValue: 'high' },
      { id: 'other' },
    ]
    expect(settingsIn({ session: { config, mode: 'plan' } })).toEqual({
      model: 'large',
      effort: 'high',
      mode: 'plan',
    })
    expect(settingsIn({ session: { config, model: 'small' } })).toEqual({ model: 'small', effort: 'high' })
  })

  it.each([undefined, {}, { session: null }, { session: { model: 7, config: 'x' } }])('reads %j', (state) => {
    expect(settingsIn(state)).toEqual({})
  })
})

describe('a picker', () => {
  it('shows the default as a value that can be chosen', () => {
    expect(modelChoice([large, small], nothing)).toEqual({
      value: 'small',
      options: [
        ['large', 'large'],
        ['small', 'small (default)'],
      ],
    })
  })

  it('prefers the pick of the user to the value of the session', () => {
    expect(modelChoice([large, small], { picked: '', actual: 'large' })?.value).toBe('large')
    expect(modelChoice([large, small], { picked: 'small', actual: 'large' })?.value).toBe('small')
  })

  it('shows a value of the session that is on no list', () => {
    expect(modelChoice([large], { picked: '', actual: 'secret-1' })).toEqual({
      value: 'secret-1',
      options: [
        ['secret-1', 'secret-1'],
        ['large', 'large'],
      ],
    })
  })

  it('shows a placeholder while no value is known', () => {
    expect(modelChoice([large], nothing)).toEqual({
      value: '',
      options: [['large', 'large']],
      emptyLabel: 'agent default',
    })
    expect(modelChoice([], nothing)).toBeUndefined()
  })

  it('offers the efforts of the chosen model', () => {
    expect(effortChoice(modelOf([large, small], undefined), nothing)).toEqual({
      value: 'low',
      options: [
        ['low', 'low (default)'],
        ['high', 'high'],
      ],
    })
    expect(effortChoice(large, nothing)).toBeUndefined()
  })

  it('offers modes with the current one', () => {
    const modes = [{ id: 'ask', name: 'Ask' }]
    expect(modeChoice(modes, { picked: '', actual: 'ask' })).toEqual({
      value: 'ask',
      options: [['ask', 'Ask']],
    })
  })
})
