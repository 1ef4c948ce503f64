import { describe, expect, test } from 'vitest'
import { readFixture } from '../../../test/read-fixture.ts'
import { readDeclaration } from '../../capabilities/convert.ts'
import { dictionary } from '../../capabilities/dictionary.ts'
import {
  type CapabilityProfile,
  claimsOf,
  createProfile,
  factOf,
  supportOf,
} from '../../capabilities/profile.ts'
import { standingOf } from '../../capabilities/standing.ts'
import { agentCatalog } from '../catalog.ts'
import type { AgentDefinition } from '../definition/definition.ts'
import { definitionProfile } from './definition-profile.ts'

const ids = dictionary.map(({ id }) => id).filter((id) => !id.includes('<'))
const installable = ['claude', 'codex', 'gemini', 'copilot', 'opencode', 'pi', 'omp', 'openclaw'] as const

describe.each(installable)('the facts of %s', (agent) => {
  const profile = definitionProfile(agentCatalog[agent])
  const applicable = ids.filter((id) => standingOf(profile, id) !== 'not-applicable')
  const unknown = applicable.filter((id) => standingOf(profile, id) === 'unknown')

  test('leave at most 15 % of the applicable capabilities unknown', () => {
    expect(unknown.length / applicable.length).toBeLessThanOrEqual(0.15)
  })

  test('give a reason for every unknown', () => {
    const reasonless = unknown.filter((id) =>
      factOf(profile, id).evidence.every(
        ({ support, detail = 'not verified' }) =>
          support !== 'unknown' || /^not (?:verified|tried)$/.test(detail),
      ),
    )
    expect(reasonless).toEqual([])
  })
})

/** What a profile says of calls by one transport. */
function scoped(agent: keyof typeof agentCatalog, call: object): CapabilityProfile {
  const profile = definitionProfile(agentCatalog[agent])
  return createProfile({ ...profile.subject, ...call }, claimsOf(profile))
}

test.each([
  ['session.fork', 'pi', 'unsupported', 'supported'],
  ['session.system-prompt', 'pi', 'unsupported', 'supported'],
  ['session.system-prompt', 'omp', 'unsupported', 'supported'],
  ['session.system-prompt', 'codex', 'supported', 'unsupported'],
  ['session.additional-directories', 'gemini', 'unsupported', 'supported'],
  ['session.additional-directories', 'copilot', 'unsupported', 'supported'],
  ['session.additional-directories', 'omp', 'unsupported', 'supported'],
  ['session.additional-directories', 'opencode', 'unsupported', 'unsupported'],
  ['tools.approval', 'omp', 'supported', 'unsupported'],
  ['tools.approval', 'opencode', 'supported', 'unsupported'],
  ['tools.approval', 'claude', 'supported', 'supported'],
  ['interaction.human-in-the-loop', 'gemini', 'supported', 'unsupported'],
  ['session.load', 'claude', 'supported', 'unsupported'],
  ['session.list', 'gemini', 'unsupported', 'supported'],
  ['session.delete', 'opencode', 'unsupported', 'supported'],
  ['session.resume', 'openclaw', 'supported', 'unsupported'],
  ['output.structured', 'claude', 'unsupported', 'supported'],
  ['output.structured', 'opencode', 'unsupported', 'unsupported'],
  ['output.text-streaming', 'codex', 'supported', 'unsupported'],
  ['transport.streaming', 'openclaw', 'supported', 'unsupported'],
  ['prompt.image', 'claude', 'supported', 'supported'],
  ['prompt.file', 'claude', 'supported', 'unsupported'],
  ['prompt.file', 'pi', 'unsupported', 'supported'],
  ['prompt.embedded-context', 'omp', 'supported', 'unsupported'],
  ['mcp.stdio', 'claude', 'supported', 'unsupported'],
  ['tools.client-provided', 'claude', 'supported', 'unsupported'],
  ['tools.client-provided', 'pi', 'unsupported', 'unsupported'],
  ['process.git-required', 'codex', 'unsupported', 'supported'],
  ['interaction.steer', 'pi', 'unsupported', 'supported'],
  ['interaction.steer', 'omp', 'unsupported', 'unsupported'],
] as const)('%s of %s is %s over ACP and %s on the command line', (id, agent, overAcp, byCommandLine) => {
  expect([
    supportOf(scoped(agent, { transport: 'acp' }), id),
    supportOf(scoped(agent, { transport: 'cli' }), id),
  ]).toEqual([overAcp, byCommandLine])
})

test.each([
  ['mcp.sse', 'claude', 'supported', 'unsupported'],
  ['mcp.sse', 'codex', 'unsupported', 'unsupported'],
  ['auth.logout', 'claude', 'supported', 'unsupported'],
  ['session.subagents', 'codex', 'supported', 'unsupported'],
  ['interaction.steer', 'claude', 'supported', 'unsupported'],
  ['interaction.steer', 'codex', 'supported', 'supported'],
] as const)('%s of %s is %s in version 1 of ACP and %s in version 2', (id, agent, first, second) => {
  expect(
    ([1, 2] as const).map((protocolVersion) =>
      supportOf(scoped(agent, { transport: 'acp', protocolVersion }), id),
    ),
  ).toEqual([first, second])
})

test('lists the modes of a system prompt', () => {
  const modes = (agent: 'claude' | 'codex' | 'pi', transport: 'acp' | 'cli') =>
    factOf(scoped(agent, { transport }), 'session.system-prompt').value
  expect([modes('claude', 'acp'), modes('codex', 'acp'), modes('pi', 'cli')]).toEqual([
    ['append', 'override'],
    ['append'],
    ['append', 'override'],
  ])
})

/** What an answer to `initialize` can advertise: what the readers of both versions look for. */
const advertisable =
  /^(?:session\.(?!resume|multi-turn)|prompt\.(?:image|audio|embedded)|mcp\.(?:http|sse|acp)|interaction\.steer|auth\.)/

const recorded = installable.flatMap((agent) => {
  const { acp }: AgentDefinition = agentCatalog[agent]
  return ([1, 2] as const).flatMap((version) => {
    const listed = acp?.advertised?.[version]
    return listed === undefined ? [] : [{ file: `${agent}.v${version}.json`, listed }]
  })
})

test('lists the recorded handshakes of eight agents, two of which speak both versions of ACP', () => {
  expect(recorded.map(({ file }) => file)).toEqual([
    'claude.v1.json',
    'claude.v2.json',
    'codex.v1.json',
    'codex.v2.json',
    'gemini.v1.json',
    'copilot.v1.json',
    'opencode.v1.json',
    'pi.v1.json',
    'omp.v1.json',
    'openclaw.v1.json',
  ])
})

test.each(recorded)('lists what $file advertises', ({ file, listed }) => {
  const profile = readDeclaration('acp', readFixture(`acp-initialize/${file}`))
  const advertised = Object.values(profile.facts)
    .filter(({ id, support }) => support === 'supported' && advertisable.test(id))
    .map(({ id }) => id)
  expect(listed.toSorted()).toEqual(advertised.toSorted())
})

test('names the ACP version that a bridge chooses', () => {
  const versions = Object.values<AgentDefinition>(agentCatalog).flatMap(({ id, acp }) =>
    acp?.protocolVersion === undefined ? [] : [[id, acp.protocolVersion]],
  )
  expect(Object.fromEntries(versions)).toEqual({
    claude: 2,
    codex: 2,
    gemini: 1,
    copilot: 1,
    opencode: 1,
    pi: 1,
    omp: 1,
    openclaw: 1,
    sim: 2,
  })
})

test('applies ACP facts in general to an agent without a command line', () => {
  const profile = definitionProfile(agentCatalog.sim)
  expect(factOf(profile, 'session.title')).toEqual({
    id: 'session.title',
    support: 'unsupported',
    evidence: [
      {
        source: 'declared',
        support: 'unsupported',
        origin: 'catalog',
        detail: 'help: not in the ACP handshake',
      },
    ],
  })
})

test("uses the installed version as the agent's version", () => {
  const { claude } = agentCatalog
  expect(factOf(definitionProfile(claude), 'identity.version').value).toBe('2.1.325')
  expect(factOf(definitionProfile(claude, '2.2.0'), 'identity.version').value).toBe('2.2.0')
})
