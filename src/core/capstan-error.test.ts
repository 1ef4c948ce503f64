import { describe, expect, it } from 'vitest'
import { CapstanError } from './capstan-error.ts'
import { ValidationError } from './validation-error.ts'

describe('CapstanError', () => {
  it('has a code, a hint and a cause, and serializes the first two', () => {
    const cause = new Error('below')
    const error = new CapstanError('BROKEN', 'It broke', { hint: 'Mend it.', cause })
    expect(error).toBeInstanceOf(Error)
    expect(error.cause).toBe(cause)
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'CapstanError',
      code: 'BROKEN',
      message: 'It broke',
      hint: 'Mend it.',
    })
  })

  it('has a second hint for the command line, and serializes both', () => {
    const options = { hint: 'Set transport to acp.', commandHint: 'Use --transport acp.' }
    const error = new CapstanError('BROKEN', 'It broke', options)
    expect(error.commandHint).toBe('Use --transport acp.')
    expect(error.toJSON()).toEqual({ name: 'CapstanError', code: 'BROKEN', message: 'It broke', ...options })
  })

  it('serializes no missing fields', () => {
    const error = new CapstanError('BROKEN', 'It broke')
    expect('hint' in error).toBe(false)
    expect('commandHint' in error).toBe(false)
    expect('cause' in error).toBe(false)
  })

  it('recognizes errors of another copy of the package, and no other values', () => {
    const copy = Object.assign(new Error('It broke'), { [Symbol.for('capstan.error')]: true })
    expect(CapstanError.isInstance(copy)).toBe(true)
    expect(CapstanError.isInstance(new ValidationError('Wrong'))).toBe(true)
    expect(
      [new Error('It broke'), undefined, null, 'BROKEN', {}].map((value) => CapstanError.isInstance(value)),
    ).toEqual([false, false, false, false, false])
  })
})

describe('ValidationError', () => {
  it('has its own name and lists every issue with its path', () => {
    const error = new ValidationError('Wrong', [{ path: ['a', 0], message: 'too small' }])
    expect(error.toJSON()).toEqual({
      name: 'ValidationError',
      code: 'VALIDATION_ERROR',
      message: 'Wrong',
      issues: [{ path: ['a', 0], message: 'too small' }],
    })
  })
})
