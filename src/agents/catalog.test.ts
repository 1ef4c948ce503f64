import { describe, expect, test } from 'vitest'
import { fromProfile } from '../capabilities/ecosystems/mux/index.ts'
import { muxAgentCapabilitiesSchema } from '../capabilities/ecosystems/mux/schema.ts'
import { explain, explanationText } from '../capabilities/explain.ts'
import { valueOf } from '../capabilities/profile.ts'
import { capabilityProfileSchema } from '../capabilities/profile-schema.ts'
import { agentCatalog } from './catalog.ts'
import { transportsOf } from './definition/transports.ts'
import { definitionIssues } from './check/check-definition.ts'
import { definitionProfile } from './facts/definition-profile.ts'
import { eachFact, muxFactIds } from './definition/definition-fact.ts'
import { thinkingControlsOf } from './thinking/thinking-controls.ts'

const definitions = Object.values(agentCatalog)

test("has agent-mux's ten agents, other tested agents and the simulated one under their ids", () => {
  expect(Object.entries(agentCatalog).map(([key, { id }]) => [key, id])).toEqual([
    ['claude', 'claude'],
    ['codex', 'codex'],
    ['gemini', 'gemini'],
    ['copilot', 'copilot'],
    ['cursor', 'cursor'],
    ['opencode', 'opencode'],
    ['pi', 'pi'],
    ['omp', 'omp'],
    ['openclaw', 'openclaw'],
    ['hermes', 'hermes'],
    ['goose', 'goose'],
    ['kimi', 'kimi'],
    ['qwen', 'qwen'],
    ['droid', 'droid'],
    ['kilo', 'kilo'],
    ['sim', 'sim'],
  ])
})

describe.each(definitions)('$id', (definition) => {
  const profile = definitionProfile(definition)

  test('is a valid definition', () => {
    expect(definitionIssues(definition)).toEqual([])
  })

  test('makes a profile and a total shape that fit their schemas', () => {
    expect(capabilityProfileSchema.safeParse(profile).error).toBe(undefined)
    expect(muxAgentCapabilitiesSchema.safeParse(fromProfile(profile).declaration).error).toBe(undefined)
  })

  test('every unknown fact has a reason, is false in the total shape and is listed as assumed', () => {
    const unknown = Object.values(profile.facts).filter(({ support }) => support === 'unknown')
    expect(unknown.filter(({ evidence }) => !evidence[0]?.detail)).toEqual([])
    const { assumed } = fromProfile(profile)
    const asked: readonly string[] = muxFactIds
    expect(unknown.map(({ id }) => id).filter((id) => asked.includes(id) && !assumed.includes(id))).toEqual(
      [],
    )
  })

  test('no fact is about a transport that Capstan does not use', () => {
    const used: readonly unknown[] = [undefined, ...transportsOf(definition)]
    const facts = Object.values(profile.facts).flatMap(({ id, evidence }) =>
      evidence.map(({ scope, support, detail = '' }) => ({
        id,
        support,
        detail,
        transport: scope?.transport,
      })),
    )
    const elsewhere = facts.filter(
      ({ support, detail, transport }) =>
        !used.includes(transport) || (support === 'supported' && detail.includes('not over ACP')),
    )
    expect(elsewhere).toEqual([])
  })

  test('no fact is known without a basis', () => {
    expect(
      Object.values(definition.facts)
        .flatMap(eachFact)
        .filter(({ fact: { basis, support } }) => (basis === 'none') !== (support === 'unknown')),
    ).toEqual([])
  })
})

describe('explain', () => {
  test('gives the reason of an unknown fact', () => {
    expect(explain(definitionProfile(agentCatalog.cursor), 'thinking.supported')).toEqual({
      id: 'thinking.supported',
      means: 'thinks before it answers',
      support: 'unknown',
      standing: 'unknown',
      evidence: [
        {
          evidence: {
            source: 'declared',
            support: 'unknown',
            origin: 'catalog',
            detail: 'not tried, and not found in the documentation',
          },
          outcome: 'silent',
          reason: 'says neither yes nor no',
        },
      ],
    })
  })

  test('gives the basis and the version of a fact', () => {
    expect(explanationText(explain(definitionProfile(agentCatalog.codex), 'session.fork'))).toBe(
      'session.fork: supported — forks a session\n' +
        '  decides: supported, observed (contract: fork, by @agentclientprotocol/codex-acp 2.6.0, over ACP, version 0.166.0, 2026-11-17): strongest evidence\n' +
        '  agrees: supported, observed (catalog, run, over ACP, version 0.166.0, 2026-11-15): older evidence\n' +
        '  not applicable: supported, observed (catalog, run: exec fork, on the command line, version 0.166.0, 2026-11-15): applies on the command line only',
    )
    expect(explanationText(explain(definitionProfile(agentCatalog.hermes), 'session.fork'))).toBe(
      'session.fork: supported — forks a session\n' +
        '  decides: supported, declared (catalog, docs: over ACP): strongest evidence',
    )
  })
})

test('installs no package of someone else', () => {
  const impostors = definitions.flatMap((definition) => definition.impostors?.map(({ name }) => name) ?? [])
  expect(impostors).toEqual(['cursor-agent', 'cursor-cli', 'hermes-agent', 'goose', 'goose-cli'])
  const npm = definitions.flatMap(({ install }) => install.filter(({ type }) => type === 'npm'))
  expect(npm.map(({ command }) => command)).toEqual([
    'npm install -g @anthropic-ai/claude-code',
    'npm install -g @openai/codex',
    'npm install -g @google/gemini-cli',
    'npm install -g @github/copilot',
    'npm install -g opencode-ai',
    'npm install -g @earendil-works/pi-coding-agent',
    'npm install -g @oh-my-pi/pi-coding-agent',
    'npm install -g openclaw@latest',
    'npm install -g @aaif/goose-acp',
    'npm install -g @moonshot-ai/kimi-code',
    'npm install -g @qwen-code/qwen-code',
    'npm install -g droid',
    'npm install -g @kilocode/cli',
  ])
})

test('the levels of a fact are those of the controls', () => {
  const stated = definitions.flatMap((definition) => {
    const levels = valueOf(definitionProfile(definition), 'thinking.effort')
    return levels === undefined ? [] : [{ definition, levels }]
  })
  expect(stated.length).toBeGreaterThan(5)
  for (const { definition, levels } of stated) {
    const controls = thinkingControlsOf(definition).filter(({ sets }) => sets === 'effort')
    expect([definition.id, ...controls.map((control) => control.levels)]).toEqual([
      definition.id,
      ...controls.map(() => levels),
    ])
  }
})
