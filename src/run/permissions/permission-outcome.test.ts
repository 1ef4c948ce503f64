import { describe, expect, it, test } from 'vitest'
import { ValidationError } from '../../core/validation-error.ts'
import { permissionFromV1 } from '../../acp/reading/permission.ts'
import type { PermissionOption } from '../../events/permission.ts'
import { readFixture } from '../../../test/read-fixture.ts'
import { outcomeFor } from './permission-outcome.ts'
import type { PermissionAnswer } from '../api/run.ts'

const recorded = readFixture('acp-permissions/requests.json') as Record<string, unknown>

/** Options whose ids are their kinds. */
const options = (...kinds: string[]): PermissionOption[] =>
  kinds.map((kind) => ({ optionId: kind, name: 'Name', kind }))

const all = options('reject-always', 'allow-always', 'reject-once', 'allow-once')
const onlyAllow = options('allow-once', 'allow-always')
const onlyReject = options('reject-once', 'reject-always')

describe('outcomeFor', () => {
  test.each<[PermissionAnswer, PermissionOption[], string | undefined]>([
    ['allow', all, 'allow-once'],
    ['allow', options('reject-once', 'allow-always'), 'allow-always'],
    ['allow', onlyReject, undefined],
    ['allow-always', all, 'allow-always'],
    ['allow-always', options('reject-once', 'allow-once'), 'allow-once'],
    ['allow-always', onlyReject, undefined],
    ['deny', all, 'reject-once'],
    ['deny', options('allow-once', 'reject-always'), 'reject-always'],
    ['deny', onlyAllow, undefined],
    ['deny-always', all, 'reject-always'],
    ['deny-always', options('allow-once', 'reject-once'), 'reject-once'],
    ['deny-always', onlyAllow, undefined],
    ['allow', options('allow-for-a-day'), undefined],
    ['deny', [], undefined],
    ['cancel', all, undefined],
    [{ optionId: 'reject-always' }, all, 'reject-always'],
    [{ optionId: 'allow-for-a-day' }, options('allow-for-a-day'), 'allow-for-a-day'],
  ])('maps %j to one of %j', (answer, offered, optionId) => {
    expect(outcomeFor(answer, offered)).toEqual(
      optionId === undefined ? { type: 'cancelled' } : { type: 'selected', optionId },
    )
  })

  test.each<[unknown]>([
    [{ optionId: 'no' }],
    [{}],
    [null],
    ['yes'],
    ['ask'],
    ['constructor'],
    [undefined],
    [1],
  ])('rejects %j', (answer) => {
    expect(() => outcomeFor(answer as PermissionAnswer, all)).toThrow(ValidationError)
  })

  it('lists the offered options in the error', () => {
    expect(() => outcomeFor({ optionId: 'no' }, onlyAllow)).toThrow(
      'Invalid answer to a permission request: optionId must be one of allow-once, allow-always',
    )
  })

  test.each([
    ['claude writes', 'allow-once', 'allow-with-updates', 'reject', 'reject'],
    ['codex edits', 'allow_once', 'allow_for_session', 'cancel', 'cancel'],
    ['codex runs', 'allow_once', 'accept_execpolicy_amendment', 'cancel', 'cancel'],
    ['copilot runs', 'allow_once', 'allow_always', 'reject_once', 'reject_once'],
    ['gemini runs', 'proceed_once', 'proceed_always', 'cancel', 'cancel'],
    ['omp runs', 'allow_once', 'allow_always', 'reject_once', 'reject_always'],
    ['opencode runs', 'once', 'always', 'reject', 'reject'],
  ])('%s', (name, ...expected) => {
    const offered = permissionFromV1('r1', recorded[name])?.options ?? []
    const answers: PermissionAnswer[] = ['allow', 'allow-always', 'deny', 'deny-always']
    expect(answers.map((answer) => outcomeFor(answer, offered))).toEqual(
      expected.map((optionId) => ({ type: 'selected', optionId })),
    )
  })
})
