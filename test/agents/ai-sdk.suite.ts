import { beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { createClient } from '../../src/run/client.ts'
import type { ModelStep } from '../../src/testing/provider/script/script.ts'
import type { AiSdkOutcome } from './ai-sdk-job.ts'
import { ensureInstalled, installFirst, runOrSkip } from './installation.ts'
import { type AiSdkJobOptions, startAiSdkJob } from './start-ai-sdk-job.ts'

const command = 'echo one two | tr a-z A-Z'

/** Two answers, each with tokens of its own. */
const work: ModelStep[] = [
  { step: 'thinking', text: 'I look at the ropes first' },
  { step: 'usage', input: 100, output: 40, thinking: 12, cacheRead: 60, cacheWrite: 7 },
  { step: 'tool', use: 'shell', input: { command } },
  { step: 'text', text: 'It is done' },
  { step: 'usage', input: 30, output: 9, cacheRead: 160, cacheWrite: 3 },
]

/** What differs between the two ways to start it. */
interface Transport extends Pick<AiSdkJobOptions, 'transport' | 'env' | 'json'> {
  /** How the tool's result shows what the command printed. */
  shown: object
  /** The tokens of a model call for the title, which only the bridge makes. */
  title: { input: number; output: number }
  /** What the refusal of the key comes to. */
  refusal: string
}

const transports: readonly Transport[] = [
  {
    transport: 'acp',
    env: {},
    json: { step: 'text', text: 'Here it is: {"name":"Ada","age":36}' },
    shown: {
      content: [{ type: 'terminal', terminalId: 'call', output: 'ONE TWO', exitStatus: { exitCode: 0 } }],
    },
    title: { input: 10, output: 5 },
    refusal: 'Authentication required',
  },
  {
    transport: 'cli',
    // Without it, Claude Code does not let root go without questions on its command line.
    env: { IS_SANDBOX: '1' },
    // It has a tool for answers in JSON there.
    json: { step: 'json', value: { name: 'Ada', age: 36 } },
    shown: {
      content: [{ type: 'content', content: { type: 'text', text: 'ONE TWO' } }],
      output: 'ONE TWO',
    },
    title: { input: 0, output: 0 },
    refusal: 'Failed to authenticate. API Error: 401 The key is not known here',
  },
]

const { definition } = createClient().adapters.get('claude')
beforeAll(() => installFirst(definition))

const cases = ['ai 7', 'ai 6'].flatMap((major) => transports.map((transport) => ({ major, ...transport })))

describe.each(cases)('$major with Claude Code, $transport', ({ major, ...transport }) => {
  let job: Promise<AiSdkOutcome> | undefined
  /** What came of all calls: they are made once, and once more for a test that is tried again. */
  const outcomeOf = async ({ task, skip }: TestContext): Promise<AiSdkOutcome> => {
    runOrSkip(await ensureInstalled(definition), { skip })
    if (job === undefined || (task.result?.retryCount ?? 0) > 0)
      job = startAiSdkJob({ major, work, ...transport })
    return job
  }

  const call = { toolCallId: 'call', toolName: 'Bash', providerExecuted: true, dynamic: true }
  const toolCall = { type: 'tool-call', ...call, input: { command } }
  const toolOutput = {
    tool: 'Bash',
    title: command,
    kind: 'execute',
    status: 'completed',
    ...transport.shown,
  }
  const toolResult = { ...toolCall, type: 'tool-result', output: toolOutput }
  const { title } = transport
  const usage = {
    inputTokens: 360 + title.input,
    inputTokenDetails: { noCacheTokens: 130 + title.input, cacheReadTokens: 220, cacheWriteTokens: 10 },
    outputTokens: 49 + title.output,
    outputTokenDetails: { textTokens: 37 + title.output, reasoningTokens: 12 },
    totalTokens: 409 + title.input + title.output,
  }

  it('answers with thinking, a tool call and text, and counts the tokens of the provider', async (context) => {
    const { answer } = await outcomeOf(context)
    expect(steady(answer)).toEqual({
      content: [
        { type: 'reasoning', text: 'I look at the ropes first' },
        toolCall,
        toolResult,
        { type: 'text', text: 'It is done' },
      ],
      finishReason: 'stop',
      rawFinishReason: 'end-turn',
      usage: expect.objectContaining(usage) as unknown,
      warnings: [],
      modelId: 'claude/claude-sonnet-5-5',
      isNamed: true,
    })
  })

  it('streams the same in order', async (context) => {
    const { stream } = await outcomeOf(context)
    const { providerExecuted, dynamic, toolName } = call
    expect(partsOf(stream)).toEqual([
      { type: 'reasoning-start', id: 'message' },
      { type: 'reasoning-delta', id: 'message', text: 'I look at the ropes first' },
      { type: 'reasoning-end', id: 'message' },
      { type: 'tool-input-start', id: 'call', toolName, providerExecuted, dynamic },
      { type: 'tool-input-delta', id: 'call', delta: JSON.stringify({ command }) },
      { type: 'tool-input-end', id: 'call' },
      toolCall,
      toolResult,
      { type: 'text-start', id: 'message' },
      { type: 'text-delta', id: 'message', text: 'It is done' },
      { type: 'text-end', id: 'message' },
      {
        type: 'finish',
        finishReason: 'stop',
        rawFinishReason: 'end-turn',
        totalUsage: expect.objectContaining(usage) as unknown,
      },
    ])
  })

  it('ends when the call is aborted or the stream is left', async (context) => {
    const { aborted, abortedStream, running } = await outcomeOf(context)
    expect(aborted).toEqual({
      name: 'AbortError',
      message: 'The call was aborted',
      cause: { name: 'CapstanError', code: 'ABORTED', message: 'The call was aborted by its signal' },
      isAtWork: true,
      running: 0,
    })
    expect(abortedStream).toEqual({ last: 'abort', running: 0 })
    expect(running).toBe(0)
  })

  it('answers by a schema', async (context) => {
    const { object, output } = await outcomeOf(context)
    expect([object, output]).toEqual([
      { name: 'Ada', age: 36 },
      { name: 'Ada', age: 36 },
    ])
  })

  it('fails when the provider rejects the key', async (context) => {
    const { refused, refusedStream } = await outcomeOf(context)
    const message = transport.refusal
    const hint =
      'Run claude auth login, or set ANTHROPIC_API_KEY, ANTHROPIC_AUTH_TOKEN or CLAUDE_CODE_OAUTH_TOKEN.'
    const error = { name: 'ProviderError', code: 'AUTH_ERROR', message, hint }
    expect(refused).toEqual(error)
    expect(partsOf(refusedStream)).toEqual([
      { type: 'error', error: expect.objectContaining({ ...error, retryable: false }) as unknown },
      {
        type: 'finish',
        finishReason: 'error',
        rawFinishReason: 'error',
        totalUsage: expect.not.objectContaining({ totalTokens: expect.anything() as unknown }) as unknown,
      },
    ])
  })

  it('applies the requested effort where the major supports it', async (context) => {
    const { efforts } = await outcomeOf(context)
    const asked = (effort: string): unknown => ({
      said: 'Hello',
      asked: [{ model: 'claude-sonnet-5-5', effort }],
    })
    expect(efforts).toEqual([asked('medium'), asked(major === 'ai 7' ? 'high' : 'medium')])
  })
})

/** Ids differ from run to run. */
function steady(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value)
      .replaceAll(/"call_[0-9a-f]{32}"/g, '"call"')
      .replaceAll(/"msg_[0-9a-f]{32}"/g, '"message"')
      .replaceAll(/"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g, '"id"'),
  )
}

/** The parts that tell something; where a step begins and ends is the SDK's own affair. */
function partsOf(stream: readonly unknown[]): unknown {
  const own = ['start', 'start-step', 'finish-step']
  return steady(stream.filter((part) => !own.includes((part as { type: string }).type)))
}
