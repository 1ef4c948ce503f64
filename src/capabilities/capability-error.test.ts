import { describe, expect, test } from 'vitest'
import { CapstanError } from '../core/capstan-error.ts'
import { CapabilityError, capabilityErrorFor } from './capability-error.ts'
import { CapabilityNotSupportedError } from './capability-not-supported-error.ts'
import { compare } from './compare.ts'
import { type Claim, createProfile } from './profile.ts'
import type { Requirement } from './requirements.ts'

test('creates an error from a capability alone', () => {
  const error = new CapabilityError('prompt.image')
  expect(error).toBeInstanceOf(CapstanError)
  expect(error.name).toBe('CapabilityError')
  expect(error.hint).toBeUndefined()
  expect(error.toJSON()).toStrictEqual({
    name: 'CapabilityError',
    code: 'CAPABILITY_ERROR',
    message: "'unknown' does not support prompt.image",
    agent: 'unknown',
    capability: 'prompt.image',
    id: 'prompt.image',
    support: 'unsupported',
    evidence: [],
  })
})

test('keeps its details, and serializes them without stack and cause', () => {
  const cause = new Error('the model said no')
  const error = new CapabilityError('thinking', {
    agent: 'codex',
    id: 'thinking.effort',
    support: 'unknown',
    requested: 'max',
    supported: ['low', 'high'],
    evidence: [{ source: 'model', support: 'unknown' }],
    hint: 'Take high.',
    cause,
  })
  expect(error.cause).toBe(cause)
  expect(JSON.parse(JSON.stringify(error))).toStrictEqual({
    name: 'CapabilityError',
    code: 'CAPABILITY_ERROR',
    message: "No evidence yet whether 'codex' supports thinking",
    hint: 'Take high.',
    agent: 'codex',
    capability: 'thinking',
    id: 'thinking.effort',
    support: 'unknown',
    requested: 'max',
    supported: ['low', 'high'],
    evidence: [{ source: 'model', support: 'unknown' }],
  })
})

test('uses a published message unchanged', () => {
  const message = "Agent 'copilot' does not support thinking/reasoning mode"
  expect(new CapabilityError('thinking', { agent: 'copilot', message }).message).toBe(message)
})

test('CapabilityNotSupportedError is a capability error with the name of ACP', () => {
  const error = new CapabilityNotSupportedError('loadSession')
  expect(error).toBeInstanceOf(CapabilityError)
  expect(CapstanError.isInstance(error)).toBe(true)
  expect(error.toJSON()).toStrictEqual({
    name: 'CapabilityNotSupportedError',
    code: 'CAPABILITY_ERROR',
    message: "'unknown' does not support loadSession",
    agent: 'unknown',
    capability: 'loadSession',
    id: 'loadSession',
    support: 'unsupported',
    evidence: [],
  })
})

test('recognizes errors of another copy of the package, and no other errors', () => {
  const ofAnotherCopy = Object.assign(new Error('x'), { [Symbol.for('capstan.error')]: true })
  expect(CapabilityError.isInstance(ofAnotherCopy)).toBe(true)
  expect(CapabilityError.isInstance(new Error('x'))).toBe(false)
  expect(CapabilityError.isInstance(null)).toBe(false)
})

describe('the error for a requirement', () => {
  function errorFor(requirement: Requirement, ...evidence: Claim['evidence'][]) {
    const profile = createProfile(
      { kind: 'agent', id: 'gemini' },
      evidence.map((piece) => ({ id: requirement.id, evidence: piece })),
    )
    const [result] = compare(profile, [requirement]).results
    return result === undefined ? undefined : capabilityErrorFor(profile, result)?.toJSON()
  }

  test('returns undefined when the requirement is met', () => {
    expect(errorFor({ id: 'prompt.image' }, { source: 'declared', support: 'supported' })).toBeUndefined()
  })

  test('carries the evidence of an unsupported capability', () => {
    expect(errorFor({ id: 'prompt.image' }, { source: 'declared', support: 'unsupported' })).toStrictEqual({
      name: 'CapabilityError',
      code: 'CAPABILITY_ERROR',
      message: "'gemini' does not support prompt.image",
      agent: 'gemini',
      capability: 'prompt.image',
      id: 'prompt.image',
      support: 'unsupported',
      evidence: [{ source: 'declared', support: 'unsupported' }],
    })
  })

  test('has hints for an unknown capability', () => {
    expect(errorFor({ id: 'prompt.image' })).toStrictEqual({
      name: 'CapabilityError',
      code: 'CAPABILITY_ERROR',
      message: "No evidence yet whether 'gemini' supports prompt.image",
      hint: 'Add evidence with an override, or probe the agent.',
      commandHint: 'Run capstan probe gemini to ask the agent.',
      agent: 'gemini',
      capability: 'prompt.image',
      id: 'prompt.image',
      support: 'unknown',
      evidence: [],
    })
  })

  test('lists the supported values', () => {
    const evidence = { source: 'model', support: 'supported', value: ['low', 'high'] } as const
    expect(errorFor({ id: 'thinking.effort', value: { includes: 'max' } }, evidence)).toStrictEqual({
      name: 'CapabilityError',
      code: 'CAPABILITY_ERROR',
      message: "'gemini' does not support thinking.effort",
      hint: 'Use low, high.',
      agent: 'gemini',
      capability: 'thinking.effort',
      id: 'thinking.effort',
      support: 'unsupported',
      requested: { includes: 'max' },
      supported: ['low', 'high'],
      evidence: [{ source: 'model', support: 'supported', value: ['low', 'high'] }],
    })
  })

  test('shows a supported range', () => {
    const evidence = { source: 'model', support: 'supported', value: [1024, 32_000] } as const
    expect(errorFor({ id: 'thinking.budget', value: { within: 5 } }, evidence)?.['hint']).toBe(
      'Use 1024 to 32000.',
    )
  })

  test('has no hint without supported values', () => {
    const none = { source: 'declared', support: 'unsupported', value: [] } as const
    expect(errorFor({ id: 'thinking.effort', value: { includes: 'low' } }, none)).not.toHaveProperty('hint')
    const tools = { source: 'declared', support: 'unsupported', value: [{ name: 'grep' }] } as const
    expect(errorFor({ id: 'tools.native' }, tools)).not.toHaveProperty('hint')
  })
})
