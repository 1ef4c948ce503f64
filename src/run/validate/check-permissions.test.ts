import { describe, expect, it } from 'vitest'
import { createClient } from '../client.ts'
import type { RunOptions } from '../api/options.ts'

const client = createClient()

function refusal(options: Partial<RunOptions>): unknown {
  try {
    return client.validateRun({ agent: 'pi', prompt: 'hi', ...options }).warnings
  } catch (error) {
    return (error as Error).message
  }
}

const acts = 'pi acts without asking over ACP, so the policy "deny" cannot be enforced'

describe('an unenforced policy', () => {
  const options = { transport: 'acp', permissions: 'deny' } as const

  it('refuses the run with hints', () => {
    expect(() => client.validateRun({ agent: 'pi', prompt: 'hi', ...options })).toThrowError(
      expect.objectContaining({
        code: 'CAPABILITY_ERROR',
        capability: 'permissions',
        message: acts,
        hint: 'Set sandbox, set permissions to allow, or accept it with allowUnenforced.',
        commandHint: 'Add --sandbox, use --permissions allow, or accept it with --allow-unenforced.',
      }) as Error,
    )
  })

  it('is a warning with allowUnenforced', () => {
    expect(refusal({ ...options, allowUnenforced: true })).toEqual([acts])
  })

  it('is a warning in the sandbox, which does not limit the network, and an error with strict', () => {
    expect(refusal({ ...options, sandbox: true })).toEqual([
      'pi acts without asking over ACP: the sandbox limits files, not the network',
    ])
    expect(refusal({ ...options, sandbox: true, strict: true })).toBe(acts)
  })

  it('causes no warning if everything is allowed', () => {
    expect(refusal({ transport: 'acp', permissions: 'allow' })).toEqual([])
  })
})

it('enforces the policy in the sandbox if the agent only reads too much', () => {
  expect(refusal({ transport: 'cli', permissions: 'allow-reads', sandbox: true })).toEqual([])
})

it('refuses a variable that defeats the policy', () => {
  const env = { COPILOT_ALLOW_ALL: 'true' }
  expect(refusal({ agent: 'copilot', permissions: 'allow-reads', env })).toBe(
    'env cannot set COPILOT_ALLOW_ALL: it defeats the policy "allow-reads"',
  )
  expect(refusal({ agent: 'copilot', permissions: 'allow', env })).toEqual([])
})
