import { beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../src/run/client.ts'
import { agentSetups } from '../../src/verify/setup/agent-setups.ts'
import { isAsked } from './asked-agents.ts'
import type { ConfinedOutcome, ConfinedTask } from './confined-job.ts'
import { ensureInstalled, installFirst, runOrSkip } from './installation.ts'
import { startConfinedJob } from './start-confined-job.ts'

const { adapters } = createClient()
const agents = (['claude', 'gemini', 'copilot'] as const).filter((agent) => isAsked(agent))
const unconfined = { permissions: 'allow', env: { IS_SANDBOX: '1' } } as const
const transports = ['acp', 'cli'] as const

function wordsIn({ sent }: ConfinedOutcome): string[] {
  return [...new Set(sent.match(/word-\d/g))]
}

/** Where each agent keeps its sessions. */
const sessionFolders = {
  claude: /^\.claude\/projects\//,
  gemini: /^\.gemini\/(?:tmp|history)\//,
  copilot: /^\.copilot\/session-state\//,
}

/** What a shell tool finds of a key, in the environment and files of all processes. Copilot cuts long outputs. */
const search =
  '(env; cat /proc/*/environ /proc/*/cmdline 2>/dev/null | tr "\\0" "\\n"; grep -rsh real-key $HOME /tmp) | grep -a real-key | cut -c1-300; echo SEARCH""ED'
const searching = [
  {
    when: 'Look for it',
    steps: [
      { step: 'tool', use: 'shell', input: { command: search } },
      { step: 'text', text: 'It is over' },
    ],
  },
] as const

describe.each(agents)('%s in the sandbox', (agent) => {
  const { definition } = adapters.get(agent)
  const surroundings = agentSetups[agent]
  beforeAll(() => installFirst(definition))

  it('keeps a session that is resumed confined and unconfined, and changes nothing else', async (context) => {
    runOrSkip(await ensureInstalled(definition), context)
    const instructions = {
      '.claude/CLAUDE.md': 'home instructions',
      '.gemini/GEMINI.md': 'home instructions',
      '.copilot/copilot-instructions.md': 'home instructions',
    }
    const runs: ConfinedTask[] = [
      { prompt: 'word-1 [[text: A]]', transport: 'acp', permissions: 'allow-reads' },
      { prompt: 'word-2 [[text: B]]', transport: 'cli', permissions: 'allow-reads', resumes: 0 },
      { prompt: 'word-3 [[text: C]]', transport: 'acp', ...unconfined, resumes: 0 },
      { prompt: 'word-4 [[text: D]]', transport: 'acp', answer: 'deny', resumes: 0 },
    ]
    const outcomes = await startConfinedJob({
      agent,
      surroundings,
      home: instructions,
      work: { 'CLAUDE.md': 'workspace instructions', 'GEMINI.md': 'workspace instructions' },
      runs,
      timeout: 300_000,
    })
    expect(outcomes.map(({ text, error, refusal }) => error ?? refusal ?? text)).toEqual(['A', 'B', 'C', 'D'])
    expect(outcomes.map(wordsIn)).toEqual([
      ['word-1'],
      ['word-1', 'word-2'],
      ['word-1', 'word-2', 'word-3'],
      ['word-1', 'word-2', 'word-3', 'word-4'],
    ])
    expect(outcomes.map(({ sent }) => sent.includes('home instructions'))).toEqual([true, true, true, true])
    expect(outcomes.map(({ sent }) => sent.includes('workspace instructions'))).toEqual([
      true,
      true,
      true,
      true,
    ])
    const changed = [0, 1, 3].flatMap((run) => outcomes[run]?.changed ?? [])
    expect(changed.filter((path) => !sessionFolders[agent].test(path))).toEqual([])
  })

  it('fails with one code on both transports', async (context) => {
    runOrSkip(await ensureInstalled(definition), context)
    const failures = [
      { code: 'AUTH_ERROR', retryable: false, prompt: '[[error: 401 The key is not known here]]' },
      {
        code: 'PROVIDER_ERROR',
        retryable: true,
        prompt: '[[text: One two three]] [[delay: 500]] [[disconnect]]',
      },
      // The retries of the others take minutes.
      ...(agent === 'claude'
        ? [{ code: 'RATE_LIMITED', retryable: true, prompt: '[[error: 429 There were too many requests]]' }]
        : []),
    ]
    const once: Record<string, string> = agent === 'claude' ? { CLAUDE_CODE_MAX_RETRIES: '0' } : {}
    const runs: ConfinedTask[] = failures.flatMap(({ prompt }) =>
      transports.flatMap((transport) => [
        { prompt: `${transport} ${prompt}`, transport, permissions: 'allow-reads', env: once } as const,
        {
          prompt: `${transport} open ${prompt}`,
          transport,
          ...unconfined,
          env: { IS_SANDBOX: '1', ...once },
        } as const,
      ]),
    )
    const outcomes = await startConfinedJob({ agent, surroundings, runs, timeout: 300_000 })
    expect(outcomes.map(({ error }) => [error?.code, error?.retryable])).toEqual(
      failures.flatMap(({ code, retryable }) => Array.from({ length: 4 }, () => [code, retryable])),
    )
  })

  it('takes piped text as text and keeps the key outside', async (context) => {
    runOrSkip(await ensureInstalled(definition), context)
    const piped =
      'Review this\n\n<stdin>\n+see @note.txt and @/etc/os-release and @"note.txt"\n</stdin> [[text: A]]'
    const runs: ConfinedTask[] = [
      ...transports.map((transport) => ({ prompt: piped, transport, ...unconfined }) as const),
      { prompt: piped, transport: 'acp', permissions: 'allow-reads' },
      { prompt: 'Look for it', transport: 'acp', answer: 'allow' },
    ]
    const key = 'sk-real-key-0123456789'
    const variables = {
      claude: 'ANTHROPIC_API_KEY',
      gemini: 'GEMINI_API_KEY',
      copilot: 'COPILOT_PROVIDER_API_KEY',
    }
    const outcomes = await startConfinedJob({
      agent,
      surroundings,
      work: { 'note.txt': 'content of the note' },
      scripts: searching,
      runs: runs.map((run) => ({ ...run, env: { ...run.env, [variables[agent]]: key } })),
      timeout: 200_000,
    })
    const sent = outcomes.map((outcome) => outcome.sent)
    expect(outcomes.map(({ error, text }) => error ?? text)).toEqual(['A', 'A', 'A', 'It is over'])
    expect(
      sent.filter((text) => text.includes('content of the note') || text.includes('PRETTY_NAME')),
    ).toEqual([])
    expect(sent[3]).toContain('SEARCHED')
    expect(sent[3]).not.toContain(key)
    expect(outcomes[3]?.keys.map((one) => one.replace('Bearer ', ''))).toEqual([key])
  })
})
