import { afterEach, beforeEach, expect, it } from 'vitest'
import { takeStoreAddress } from '../../src/cli/store-address.ts'

const names = ['CAPSTAN_STORE', 'PGPASSWORD'] as const
let before: (string | undefined)[]
beforeEach(() => {
  before = names.map((name) => process.env[name])
})
afterEach(() => {
  for (const [index, name] of names.entries()) {
    const value = before[index]
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
})

const left = (): (string | undefined)[] => names.map((name) => process.env[name])

it.each([
  ['postgres://me@db/capstan', 'p&ss', 'postgres://me@db/capstan?password=p%26ss'],
  ['postgres:///capstan?host=/run', 'secret', 'postgres:///capstan?host=%2Frun&password=secret'],
  ['postgres://me:own@db/capstan', 'other', 'postgres://me:own@db/capstan'],
])('takes the password of %s out of the environment', (address, password, expected) => {
  process.env['CAPSTAN_STORE'] = address
  process.env['PGPASSWORD'] = password
  expect(takeStoreAddress(new Map())).toBe(expected)
  expect(left()).toEqual([undefined, undefined])
})

it('leaves the password of other databases alone if no store is set', () => {
  delete process.env['CAPSTAN_STORE']
  process.env['PGPASSWORD'] = 'of-another'
  expect(takeStoreAddress(new Map())).toBeUndefined()
  expect(left()).toEqual([undefined, 'of-another'])
})
