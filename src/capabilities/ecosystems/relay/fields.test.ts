import { expect, test } from 'vitest'
import { changedFacts } from '../../../../test/changed-facts.ts'
import { readFixture } from '../../../../test/read-fixture.ts'
import { withField } from '../../../../test/with-field.ts'
import { type AgentSessionCapabilities, toProfile } from './index.ts'

const session = readFixture('declarations/relay.json') as AgentSessionCapabilities

test.each([
  ['messaging.send', false, ['messaging.send: unsupported']],
  ['messaging.attachments', ['text'], ['prompt.image: unsupported']],
  ['messaging.attachments', ['image'], ['relay.text-attachments: unsupported']],
  ['delivery.queue', false, ['delivery.queue: unsupported']],
  [
    'delivery.modes',
    ['immediate', 'manual'],
    [
      'delivery.next-message: unsupported',
      'delivery.next-tool-call: unsupported',
      'delivery.on-idle: unsupported',
    ],
  ],
  [
    'delivery.modes',
    ['next-message', 'next-tool-call', 'on-idle'],
    ['delivery.immediate: unsupported', 'delivery.manual: unsupported'],
  ],
  ['events.emits', [...session.events.emits, 'turn.settled'], ['events.turn.settled: supported']],
  [
    'events.emits',
    session.events.emits.slice(2),
    ['events.status.changed: unsupported', 'events.status.idle: unsupported'],
  ],
  ['actions.invoke', false, ['actions.invoke: unsupported']],
  ['actions.expose', false, ['actions.expose: unsupported']],
  ['lifecycle.release', false, ['lifecycle.release: unsupported']],
  ['lifecycle.pause', false, ['lifecycle.pause: unsupported']],
  ['lifecycle.resume', false, ['lifecycle.resume: unsupported']],
  ['lifecycle.fork', false, ['session.fork: unsupported']],
  ['lifecycle.snapshot', false, ['lifecycle.snapshot: unsupported']],
  ['observability', { exact: true }, ['relay.declaration: supported']],
])('%s: %j', (path, content, changes) => {
  const changed = withField(session, path.split('.'), content) as AgentSessionCapabilities
  expect(changedFacts(toProfile(session), toProfile(changed))).toEqual(changes)
})
