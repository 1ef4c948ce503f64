import { expect, it } from 'vitest'
import { snapshotOf } from './agent-snapshot.ts'

const parts = {
  identity: { id: 'ses_1', name: 'Ada', handle: 'ada' },
  agent: 'sim',
  source: undefined,
  cursor: 0,
}

it('keeps what enforces the policy', () => {
  const permissions = { policy: 'ask', write: ['dist'], commands: { deny: ['git push *'] } } as const
  const options = { permissions, sandbox: false, allowUnenforced: true, strict: true }
  expect(snapshotOf({ ...parts, options, session: { id: 's1', isConfined: false } }).options).toEqual(options)
})

it('needs the sandbox again if the agent runs in it', () => {
  expect(
    snapshotOf({ ...parts, options: { permissions: 'ask' }, session: { id: 's1', isConfined: true } })
      .options,
  ).toEqual({
    permissions: 'ask',
    sandbox: true,
  })
})

it('says that the policy was a function', () => {
  const policy = () => 'deny' as const
  for (const permissions of [policy, { policy, hosts: [] }]) {
    const snapshot = snapshotOf({
      ...parts,
      options: { permissions, cwd: '/w' },
      session: { id: 's1', isConfined: false },
    })
    expect(snapshot).toMatchObject({ options: { cwd: '/w' }, hasPolicyFunction: true })
  }
})
