import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../src/run/client.ts'
import type { RunOptions } from '../../src/run/options.ts'
import { attempt, type Attempt, isRefused } from './attempt.ts'
import { ensureInstalled, type Installation } from './installation.ts'
import { report, type ThinkingResult } from './results.ts'
import { network } from './start-runner.ts'
import { type Expected, type Level, thinkingCases } from './thinking-cases.ts'

const client = createClient()
const results: ThinkingResult[] = []
const prompt = 'Say that all is well, in three words'

beforeAll(() => {
  if ('missing' in network) console.log(`The agents run in the network of this machine: ${network.missing}`)
})

afterAll(() => console.log(`\n${report(results)}\n`))

describe.each(thinkingCases)('$agent with $model', ({ agent, model, setup, place, levels }) => {
  let installation: Installation = { notRun: 'it was not looked for' }

  beforeAll(async () => {
    installation = await ensureInstalled(client.adapters.get(agent).definition)
  })

  it.for(Object.entries(levels) as [Level, Expected][])('%s', async ([level, expected]) => {
    const options: RunOptions = { agent, prompt, model, thinkingEffort: level, transport: 'cli' }
    const row = { agent, model, level, version: 'version' in installation ? installation.version : '' }
    if ('notRun' in installation && !isRefused(client, options)) {
      results.push({ ...row, seconds: 0, result: `not run: ${installation.notRun}` })
      throw new Error(`not run: ${installation.notRun}`)
    }
    const started = Date.now()
    const program = 'path' in installation ? installation.path : ''
    const { seen, account } = await attempt({ client, options, program, setup, place })
    const wanted = wantedOf(model, expected)
    const passes = JSON.stringify(seen) === JSON.stringify(wanted)
    if (!passes) console.log(`${agent} with ${model} at ${level}: ${account}`)
    results.push({ ...row, seconds: (Date.now() - started) / 1000, result: passes ? 'pass' : 'fail', seen })
    expect(seen).toEqual(wanted)
  })
})

function wantedOf(model: string, expected: Expected): Attempt {
  if (expected === 'refused') return 'refused'
  const { native, arrives } = expected
  // Where the agent has several providers, the model is asked for behind a slash and arrives without it.
  const name = model.slice(model.indexOf('/') + 1)
  return { native, exitCode: 0, arrived: [{ model: name, thinking: arrives }] }
}
