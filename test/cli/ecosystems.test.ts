import { expect, it } from 'vitest'
import { ecosystems } from '../../src/capabilities/convert.ts'
import { ecosystemNames } from '../../src/cli/commands/capabilities/ecosystem-option.ts'

it('the command line and the converters know the same ecosystems', () => {
  expect(ecosystemNames).toEqual(['ag-ui', 'a2e', 'relay', 'mux', 'acp', 'profile'])
  expect(ecosystems).toEqual(['ag-ui', 'a2e', 'relay', 'mux', 'acp', 'profile'])
})
