import { expect, it } from 'vitest'
import { definitions } from '../agents/catalog.ts'
import { checkNames } from '../testing/contract/check-name.ts'
import { planJobs } from './plan-jobs.ts'

const found = { agent: 'any', installed: true, path: '/bin/agent' } as const

it('runs an agent with its own retries, except where the default takes minutes', () => {
  const [all, ...others] = planJobs({ definition: definitions.claude, found })
  expect(all?.change).toBeUndefined()
  expect(all?.options.env).not.toHaveProperty('CLAUDE_CODE_MAX_RETRIES')
  expect(
    others.map(({ change, options, contract }) => [
      change,
      options.env?.['CLAUDE_CODE_MAX_RETRIES'],
      contract.checks,
    ]),
  ).toEqual([['retries off: CLAUDE_CODE_MAX_RETRIES=0', '0', ['auth-error', 'rate-limit', 'server-error']]])
})

it('gives a check a home of its own where the agent would remember the previous one', () => {
  const jobs = planJobs({
    definition: definitions.openclaw,
    found,
    checks: ['text', 'auth-error', 'overloaded'],
  })
  expect(jobs.map(({ change, contract }) => [change, contract.checks])).toEqual([
    [undefined, ['text']],
    [undefined, ['auth-error']],
    ['retries off: retry.enabled is false, retry.provider.maxRetries is 0', ['overloaded']],
  ])
})

it.each(Object.keys(definitions) as (keyof typeof definitions)[])('plans every check of %s once', (agent) => {
  const planned = planJobs({ definition: definitions[agent], found }).flatMap(
    ({ contract }) => contract.checks,
  )
  expect(planned).toHaveLength(checkNames.length)
  expect(new Set(planned)).toEqual(new Set(checkNames))
})
