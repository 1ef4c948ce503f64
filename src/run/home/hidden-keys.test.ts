import { expect, it } from 'vitest'
import { HiddenKeys } from './hidden-keys.ts'

/** Secrets of the tests are made at run time, so that no scanner takes them for real ones. */
const rest = 'x'.repeat(24)

it.each([
  [`sk-ant-api03-${rest}`, 'sk-ant-api03-'],
  [`sk-proj-${rest}`, 'sk-proj-'],
  [`ghp_${rest}`, 'ghp_'],
  [`AIza${rest}`, 'AIza'],
  ['1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed', ''],
  ['correct-horse-battery-staple', ''],
  [`sk-horse-${rest}`, 'sk-'],
])('repeats only the known beginning of %s', (key, beginning) => {
  const { API_KEY = '' } = new HiddenKeys(true).inVariables({ API_KEY: key })
  expect(API_KEY).toMatch(new RegExp(`^${beginning}capstan-[0-9a-f]{36}$`))
})

it('gives the same key the same placeholder in variables and settings', () => {
  const keys = new HiddenKeys(true)
  const { API_KEY } = keys.inVariables({ API_KEY: `sk-${rest}` })
  expect(keys.inSettings({ provider: { options: { apiKey: `sk-${rest}` } } })).toEqual({
    provider: { options: { apiKey: API_KEY } },
  })
  expect(keys.restored(`login ${API_KEY}`)).toBe(`login sk-${rest}`)
})
