import { describe, expect, it } from 'vitest'
import type { HistoryLine, TriedLine } from './history-line.ts'
import { changesIn, historyOf, summaryOf, type TimelineCell } from './timeline.ts'

const cells = (...outcomes: readonly (readonly [string, TimelineCell['outcome']])[]): TimelineCell[] =>
  outcomes.map(([version, outcome]) => ({ version, outcome, runs: 1 }))

const tried = (program: string, checks: TriedLine['checks'], more: Partial<TriedLine> = {}): TriedLine => ({
  series: 'program',
  program,
  transport: 'acp',
  protocol: 1,
  run: 1,
  checks,
  claims: [],
  ...more,
})

describe('the summary of a check', () => {
  it('names the two tried versions around the first version that works', () => {
    expect(summaryOf(cells(['1.0.64', 'no'], ['1.0.88', 'yes'], ['1.0.102', 'yes']))).toBe(
      'works since a version between 1.0.64 and 1.0.88',
    )
  })

  it('names the two tried versions around the version that broke it', () => {
    expect(summaryOf(cells(['1.0.64', 'yes'], ['1.0.88', 'no']))).toBe(
      'works up to 1.0.64, broke between 1.0.64 and 1.0.88',
    )
  })

  it('counts earlier changes', () => {
    expect(summaryOf(cells(['1', 'yes'], ['2', 'no'], ['3', 'yes']))).toBe(
      'works since a version between 2 and 3; 1 earlier change',
    )
    expect(summaryOf(cells(['1', 'no'], ['2', 'yes'], ['3', 'no'], ['4', 'yes']))).toBe(
      'works since a version between 3 and 4; 2 earlier changes',
    )
  })

  it('says nothing about versions older than the oldest tried one', () => {
    expect(summaryOf(cells(['0.30.0', 'yes'], ['0.61.0', 'yes']))).toBe(
      'works in all 2 versions tried (0.30.0 to 0.61.0)',
    )
    expect(summaryOf(cells(['0.30.0', 'no'], ['0.61.0', 'no']))).toBe(
      'works in none of the 2 versions tried (0.30.0 to 0.61.0)',
    )
    expect(summaryOf(cells(['0.30.0', 'no']))).toBe('does not work in the only version tried (0.30.0)')
    expect(summaryOf(cells(['0.30.0', 'yes']))).toBe('works in the only version tried (0.30.0)')
  })

  it('counts what could not be tried neither as yes nor as no', () => {
    expect(summaryOf(cells(['1', 'no'], ['2', 'could-not-try'], ['3', 'yes']))).toBe(
      'works since a version between 1 and 3',
    )
    expect(summaryOf(cells(['1', 'could-not-try'], ['2', 'disputed'], ['3', 'not-applicable']))).toBe(
      'not known for any version',
    )
  })
})

it('finds every change between known outcomes, with the number of runs at both ends', () => {
  const timeline: TimelineCell[] = [
    { version: '1', outcome: 'no', runs: 2 },
    { version: '2', outcome: 'disputed', runs: 2 },
    { version: '3', outcome: 'yes', runs: 3 },
    { version: '4', outcome: 'no', runs: 1 },
  ]
  expect(changesIn(timeline, { what: 'fork', kind: 'check' })).toEqual([
    { what: 'fork', kind: 'check', direction: 'appeared', after: '1', by: '3', runs: [2, 3] },
    { what: 'fork', kind: 'check', direction: 'gone', after: '3', by: '4', runs: [3, 1] },
  ])
})

describe('the history of an agent', () => {
  it('orders versions by their numbers, whatever the order of the lines', () => {
    const lines = ['1.10.0', '1.9.0', '1.2.1'].map((version) => tried(version, { text: 'yes' }))
    expect(historyOf('sim', lines)).toEqual({
      agent: 'sim',
      tried: 3,
      series: [
        {
          series: 'program',
          protocol: 1,
          transport: 'acp',
          versions: ['1.2.1', '1.9.0', '1.10.0'],
          checks: [
            {
              check: 'text',
              summary: 'works in all 3 versions tried (1.2.1 to 1.10.0)',
              cells: [
                { version: '1.2.1', outcome: 'yes', runs: 1 },
                { version: '1.9.0', outcome: 'yes', runs: 1 },
                { version: '1.10.0', outcome: 'yes', runs: 1 },
              ],
            },
          ],
          changes: [],
        },
      ],
      untried: [],
    })
  })

  it('merges confirmations, and calls runs that disagree disputed', () => {
    const [series] = historyOf('sim', [
      tried('1', { fork: ['no', 'refused'], load: 'yes', mcp: ['could-not-try', 'too-slow'] }),
      tried('1', { fork: ['no', 'refused again'], load: ['no', 'nothing came'], mcp: 'yes' }, { run: 2 }),
    ]).series
    expect(series?.checks.map(({ check, cells: [cell] }) => [check, cell])).toEqual([
      ['mcp', { version: '1', outcome: 'yes', runs: 1 }],
      ['fork', { version: '1', outcome: 'no', seen: 'refused', runs: 2 }],
      ['load', { version: '1', outcome: 'disputed', runs: 2 }],
    ])
  })

  it('finds claims that appear and disappear', () => {
    const lines = [
      tried('1', { text: 'yes' }, { claims: ['field.models', 'session.load'] }),
      tried('2', { text: 'yes' }, { claims: ['session.close', 'session.load'] }),
    ]
    expect(historyOf('sim', lines).series[0]?.changes).toEqual([
      { what: 'field.models', kind: 'claim', direction: 'gone', after: '1', by: '2', runs: [1, 1] },
      { what: 'session.close', kind: 'claim', direction: 'appeared', after: '1', by: '2', runs: [1, 1] },
    ])
  })

  it('finds the bridge that speaks a second version of the protocol', () => {
    const bridge = (version: string, protocol: 1 | 2): TriedLine =>
      tried('1', { text: 'yes' }, { series: 'bridge', bridge: version, protocol })
    const { series } = historyOf('sim', [bridge('2.2.2', 1), bridge('2.3.0', 2), bridge('2.3.0', 1)])
    expect(series.map(({ protocol, changes }) => [protocol, changes])).toEqual([
      [2, []],
      [
        1,
        [
          {
            what: 'protocol.2',
            kind: 'claim',
            direction: 'appeared',
            after: '2.2.2',
            by: '2.3.0',
            runs: [1, 1],
          },
        ],
      ],
    ])
  })

  it('keeps series, protocol versions and bridges apart', () => {
    const bridge = { series: 'bridge', bridge: '0.8.0' } as const
    const { series, tried: count } = historyOf('sim', [
      tried('1', { text: 'yes' }, { bridge: '0.9.0' }),
      tried('1', { text: 'yes' }, { bridge: '0.9.0', protocol: 2 }),
      tried('1', { text: 'yes' }, bridge),
    ])
    expect(count).toBe(2)
    expect(
      series.map(({ series: name, protocol, bridge: fixed, versions, programs }) => ({
        name,
        protocol,
        fixed,
        versions,
        programs,
      })),
    ).toEqual([
      { name: 'program', protocol: 2, fixed: '0.9.0', versions: ['1'], programs: undefined },
      { name: 'program', protocol: 1, fixed: '0.9.0', versions: ['1'], programs: undefined },
      { name: 'bridge', protocol: 1, fixed: undefined, versions: ['0.8.0'], programs: ['1'] },
    ])
  })

  it('lists versions that completed no turn, unless a later run did', () => {
    const key = { series: 'program', transport: 'acp', run: 1 } as const
    const lines: HistoryLine[] = [
      { ...key, program: '3', class: 'not-installable', reason: 'npm ETARGET' },
      { ...key, program: '2', class: 'too-slow', reason: 'no answer' },
      tried('2', { text: 'yes' }, { run: 2 }),
    ]
    expect(historyOf('sim', lines)).toMatchObject({
      tried: 1,
      untried: [{ version: '3', series: 'program', class: 'not-installable', reason: 'npm ETARGET' }],
    })
  })
})
