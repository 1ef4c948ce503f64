import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'capstan-generator-'))
const root = join(import.meta.dirname, '../..')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function input(name: string, data: unknown): string[] {
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(data))
  return [`--${name}`, join(folder, `${name}.json`)]
}

function generate(out: string, ...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const script = join(root, 'scripts/models/generate.ts')
  return spawnSync(process.execPath, [script, ...args, '--out', join(folder, out)], {
    cwd: root,
    encoding: 'utf8',
  })
}

function written(out: string, name: string): unknown {
  return JSON.parse(readFileSync(join(folder, out, name), 'utf8'))
}

const text = { input: ['text', 'image'], output: ['text'] }
const limit = { context: 1000, output: 100 }
const fable = { id: 'claude-fable-5-1', name: 'Claude Fable 5.1', limit, modalities: text, tool_call: true }
const modelsDev = {
  anthropic: { npm: '@ai-sdk/anthropic', models: { fable: { ...fable, release_date: '2026-09-01' } } },
  nobody: { models: 'not looked at' },
}
const pi = {
  anthropic: {
    'claude-haiku-5-5': {
      id: 'claude-haiku-5-5',
      name: 'Claude Haiku 5.5',
      type: 'chat',
      api: 'anthropic-messages',
      reasoning: true,
      input: ['text'],
      contextWindow: 900,
      maxTokens: 90,
      cost: { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 0 },
      thinkingLevelMap: { off: null, minimal: null, xhigh: 'xhigh' },
    },
    'claude-fable-5-1': {
      id: 'claude-fable-5-1',
      name: 'Other',
      type: 'chat',
      api: 'anthropic-messages',
      reasoning: true,
      input: [],
      contextWindow: 500,
      maxTokens: 100,
      cost: { input: 0, output: 0 },
    },
    'some-image': { id: 'some-image', type: 'image' },
  },
}
const claude = [
  { value: 'default', resolvedModel: 'claude-fable-5-2', description: 'Default · $8/$40 per Mtok' },
  {
    value: 'fable',
    resolvedModel: 'claude-fable-5-2',
    description: 'Fable 5.2 · Best · $8/$40 per Mtok ($16/$80 for prompts over 100k)',
    supportedEffortLevels: ['low', 'max'],
  },
]
const codex = [
  {
    slug: 'gpt-hidden',
    display_name: 'Hidden',
    supported_reasoning_levels: [],
    visibility: 'hide',
    priority: 1,
    context_window: 10,
    upgrade: null,
    input_modalities: ['text'],
  },
  {
    slug: 'gpt-shown',
    display_name: 'Shown',
    default_reasoning_level: 'low',
    supported_reasoning_levels: [{ effort: 'max' }, { effort: 'low' }],
    visibility: 'list',
    priority: 2,
    context_window: 10,
    max_context_window: 20,
    upgrade: { model: 'gpt-hidden' },
    input_modalities: ['text', 'image'],
  },
]

describe('the generator', () => {
  it('merges the sources', () => {
    const args = [
      ...input('models-dev', modelsDev),
      ...input('pi', pi),
      ...input('claude', claude),
      ...input('codex', codex),
    ]
    expect(generate('out', ...args)).toMatchObject({ status: 0, stdout: 'wrote 3 models of 1 providers\n' })
    const before = {
      name: 'Claude Fable 5.1',
      released: '2026-09-01',
      context: 1000,
      output: 100,
      images: true,
    }
    expect(written('out', 'anthropic.json')).toEqual({
      provider: 'anthropic',
      api: '@ai-sdk/anthropic',
      models: [
        { id: 'claude-fable-5-1', ...before, source: 'models.dev', date: '2026-09-30' },
        {
          ...before,
          id: 'claude-fable-5-2',
          name: 'Claude Fable 5.2',
          efforts: ['low', 'max'],
          price: { input: 8, output: 40, tiers: [{ above: 100_000, input: 16, output: 80 }] },
          source: 'Claude Code 2.1.325',
          date: '2026-11-15',
          derived: expect.arrayContaining(['contextWindow', 'released']),
        },
        {
          id: 'claude-haiku-5-5',
          name: 'Claude Haiku 5.5',
          released: '2026-09-01',
          context: 900,
          output: 90,
          thinks: true,
          efforts: ['low', 'medium', 'high', 'xhigh'],
          price: { input: 1, output: 5, cacheRead: 0.1 },
          source: 'pi-ai 1.5.0',
          date: '2026-11-02',
          derived: ['supportsToolCalling', 'released'],
          unknown: ['supportsFileInput'],
        },
      ],
    })
    expect(written('out', 'reports/claude.json')).toEqual({
      source: { name: 'Claude Code 2.1.325', date: '2026-11-15' },
      aliases: { fable: 'claude-fable-5-2', default: 'claude-fable-5-2' },
      defaultModel: 'claude-fable-5-2',
      order: ['claude-fable-5-2'],
      models: { 'claude-fable-5-2': { efforts: ['low', 'max'] } },
    })
    expect(written('out', 'reports/codex.json')).toEqual({
      source: { name: 'Codex 0.166.0', date: '2026-11-15' },
      complete: true,
      defaultModel: 'gpt-shown',
      order: ['gpt-shown'],
      models: {
        'gpt-hidden': {
          displayName: 'Hidden',
          supportsThinking: false,
          supportsImageInput: false,
          efforts: [],
          contextWindow: 10,
          hidden: true,
        },
        'gpt-shown': {
          displayName: 'Shown',
          supportsThinking: true,
          supportsImageInput: true,
          efforts: ['low', 'max'],
          defaultEffort: 'low',
          contextWindow: 10,
          maxContextWindow: 20,
          successorModelId: 'gpt-hidden',
        },
      },
    })
    expect(written('out', 'reports/pi.json')).toEqual({
      source: { name: 'pi-ai 1.5.0', date: '2026-11-02' },
      complete: true,
      models: {
        'anthropic/claude-haiku-5-5': { efforts: ['low', 'medium', 'high', 'xhigh'] },
        'anthropic/claude-fable-5-1': {
          efforts: ['off', 'minimal', 'low', 'medium', 'high'],
          contextWindow: 500,
        },
      },
    })
    expect(written('out', 'bundle.json')).toEqual({
      date: '2026-11-15',
      providers: ['anthropic'],
      reports: ['claude', 'codex', 'pi'],
      sources: [
        { name: 'models.dev', date: '2026-09-30' },
        { name: 'pi-ai 1.5.0', date: '2026-11-02' },
        { name: 'Claude Code 2.1.325', date: '2026-11-15' },
        { name: 'Codex 0.166.0', date: '2026-11-15' },
      ],
    })
  })

  it('uses the levels of OpenCode if they differ from the record', () => {
    const thinking = { ...fable, reasoning: true }
    const level = (id: string, efforts: string[]): object => ({
      ...thinking,
      id,
      reasoning_options: [{ type: 'effort', values: efforts }],
    })
    const models = {
      same: level('same', ['low', 'high']),
      fewer: level('fewer', ['low', 'high']),
      unlisted: level('unlisted', ['low']),
      silent: { ...thinking, id: 'silent' },
    }
    const variants = { same: { low: {}, high: {} }, fewer: { high: {} }, silent: {}, added: { low: {} } }
    const listed = Object.entries(variants).map(
      ([id, own]) =>
        `anthropic/${id}\n${JSON.stringify(
          {
            name: id,
            status: 'active',
            cost: { input: 0, output: 0 },
            limit: { context: 1, output: 1 },
            capabilities: { reasoning: true, toolcall: true, input: { image: true, pdf: false } },
            variants: own,
          },
          undefined,
          2,
        )}\n`,
    )
    writeFileSync(join(folder, 'listing.txt'), listed.join(''))
    const args = input('models-dev', { anthropic: { npm: '@ai-sdk/anthropic', models } })
    expect(generate('levels', ...args, '--opencode', join(folder, 'listing.txt')).status).toBe(0)
    expect(written('levels', 'reports/opencode.json')).toEqual({
      source: { name: 'OpenCode 1.18.33', date: '2026-11-15' },
      models: { 'anthropic/fewer': { efforts: ['high'] }, 'anthropic/silent': { efforts: [] } },
    })
  })

  it('writes the same for any order of its inputs, and needs only one of them', () => {
    const args = input('models-dev', {
      openai: { npm: 'x', models: { b: { ...fable, id: 'b' }, a: { ...fable, id: 'a' } } },
      anthropic: modelsDev.anthropic,
    })
    mkdirSync(join(folder, 'first'))
    expect(generate('first', ...args).status).toBe(0)
    const again = input('models-dev', {
      anthropic: modelsDev.anthropic,
      openai: { npm: 'x', models: { a: { ...fable, id: 'a' }, b: { ...fable, id: 'b' } } },
    })
    expect(generate('second', ...again).status).toBe(0)
    const files = readdirSync(join(folder, 'first'))
    expect(files).toEqual(['anthropic.json', 'bundle.json', 'openai.json', 'reports'])
    for (const name of files.filter((file) => file.endsWith('.json'))) {
      const [first, second] = ['first', 'second'].map((out) => readFileSync(join(folder, out, name), 'utf8'))
      expect(second).toBe(first)
    }
    expect(written('first', 'bundle.json')).toMatchObject({ date: '2026-09-30', reports: [] })
  })

  it('reports missing data', () => {
    const { status, stderr } = generate('none')
    expect(status).toBe(1)
    expect(stderr).toContain('Pass --models-dev with the file of models.dev data')
  })
})
