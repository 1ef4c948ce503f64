import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { a2eAnswer, a2eAnswerWithAnyName } from '../../../../test/arbitraries/a2e.ts'
import { fromProfile, toProfile } from './index.ts'

const published = ['skill', 'tools', 'toolkits', 'env', 'proc', 'memory', 'learning', 'chains', 'mcp']
const taken = [...published, 'multi_agent', 'planning', 'test']

test('restores an answer with every entry of every plugin', () => {
  fc.assert(
    fc.property(a2eAnswer, (declaration) => {
      expect(fromProfile(toProfile(declaration))).toEqual({ declaration, notCarried: [], assumed: [] })
    }),
    { numRuns: 200 },
  )
})

test('omits a name that would make clients drop the answer, and reports it as lost', () => {
  fc.assert(
    fc.property(a2eAnswerWithAnyName, (answer) => {
      const { declaration, notCarried, assumed } = fromProfile(toProfile(answer))
      const kept = answer.accepted_caps.filter(({ capability }) => taken.includes(capability))
      const dropped = answer.accepted_caps.filter(({ capability }) => !taken.includes(capability))
      expect(declaration).toEqual({ ...answer, accepted_caps: kept })
      expect(new Set(notCarried.map(({ id, reason }) => `${id}: ${reason}`))).toEqual(
        new Set(
          dropped.map(
            ({ capability }) => `host.${capability}: clients drop an answer with a name they do not know`,
          ),
        ),
      )
      expect(assumed).toEqual([])
    }),
    { numRuns: 200 },
  )
})
