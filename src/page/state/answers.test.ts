import { describe, expect, it } from 'vitest'
import type { Interrupt } from '../../gateway/ag-ui/events.ts'
import { choicesOf, fieldsOf, isExpired, lastExpiry, resumeOf, valuesOf } from './answers.ts'

const form: Interrupt = {
  id: 'q2',
  reason: 'input_required',
  responseSchema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', title: 'Your name' },
      count: { type: 'integer' },
      sure: { type: 'boolean' },
      size: { type: 'string', enum: ['s', 'm'] },
    },
  },
}

describe('choicesOf', () => {
  it("offers the agent's options", () => {
    const options = [
      { optionId: 'y', name: 'Allow', kind: 'allow-once' },
      { optionId: 'n', name: 'Reject', kind: 'reject-once' },
    ]
    expect(choicesOf({ id: 'q1', reason: 'tool_call', metadata: { capstan: { options } } })).toEqual([
      { label: 'Allow', isConsent: true, payload: { optionId: 'y', approved: true } },
      { label: 'Reject', isConsent: false, payload: { optionId: 'n', approved: false } },
    ])
  })

  it('offers Approve and Deny by default, and no buttons with a form', () => {
    expect(choicesOf({ id: 'q1', reason: 'confirmation' })).toEqual([
      { label: 'Approve', isConsent: true, payload: { approved: true } },
      { label: 'Deny', isConsent: false, payload: { approved: false } },
    ])
    expect(choicesOf(form)).toEqual([])
  })
})

describe('a form', () => {
  it('has a field for each property', () => {
    const plain = { isRequired: false, options: [], isWhole: false }
    expect(fieldsOf(form)).toEqual([
      { ...plain, name: 'name', label: 'Your name', type: 'text', isRequired: true },
      { ...plain, name: 'count', label: 'count', type: 'number', isWhole: true },
      { ...plain, name: 'sure', label: 'sure', type: 'boolean' },
      { ...plain, name: 'size', label: 'size', type: 'choice', options: ['s', 'm'] },
    ])
  })

  it('returns values in the types of the schema, without empty fields', () => {
    expect(valuesOf(fieldsOf(form), { name: 'Ada', count: '3', size: '' })).toEqual({
      name: 'Ada',
      count: 3,
      sure: false,
    })
  })
})

describe('resumeOf', () => {
  const interrupts: Interrupt[] = [{ id: 'q1', reason: 'confirmation' }, form]

  it('returns entries only when every question has an answer', () => {
    expect(resumeOf(interrupts, { q1: { status: 'resolved', payload: { approved: true } } })).toBeUndefined()
    expect(resumeOf([], {})).toBeUndefined()
    expect(
      resumeOf(interrupts, {
        q2: { status: 'cancelled' },
        q1: { status: 'resolved', payload: { approved: true } },
      }),
    ).toEqual([
      { interruptId: 'q1', status: 'resolved', payload: { approved: true } },
      { interruptId: 'q2', status: 'cancelled' },
    ])
  })
})

it('detects an expired question', () => {
  const interrupt = { id: 'q', reason: 'confirmation', expiresAt: '2026-01-01T00:00:00.000Z' }
  expect(isExpired(interrupt, Date.UTC(2026, 0, 1))).toBe(true)
  expect(isExpired(interrupt, Date.UTC(2025, 11, 31))).toBe(false)
  expect(isExpired({ id: 'q', reason: 'confirmation' }, Date.UTC(2030, 0))).toBe(false)
})

it('knows when the last question expires, unless one never does', () => {
  const first = { ...form, expiresAt: '2026-11-17T10:00:00.000Z' }
  const last = { ...form, expiresAt: '2026-11-17T10:00:05.000Z' }
  expect(lastExpiry([last, first])).toBe(Date.parse('2026-11-17T10:00:05.000Z'))
  expect(lastExpiry([last, form])).toBeUndefined()
  expect(lastExpiry([])).toBeUndefined()
})
