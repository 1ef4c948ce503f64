import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createModelRegistry } from '../../../models/registry.ts'
import { detect } from '../../detect/detect.ts'
import { definitionCapabilities } from '../../facts/definition-profile.ts'
import { launchPlan } from '../../launch/launch-plan.ts'
import { ownProgram } from '../../detect/own-program.ts'
import { translateThinking } from '../../thinking/thinking.ts'
import { thinkingModelOf } from '../../thinking/thinking-model.ts'
import { sim } from './definition.ts'

const models = createModelRegistry()
const root = join(import.meta.dirname, '../../../..')

test('is always found in the Capstan package', async () => {
  expect(await detect(sim, { environment: {}, cwd: '/', home: '/nowhere' })).toEqual({
    agent: 'sim',
    installed: true,
    path: join(root, 'dist/testing/sim/main.js'),
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    versionFrom: 'package',
  })
  expect(existsSync(join(root, 'dist/testing/sim/main.js'))).toBe(true)
})

test("finds only the package's own programs", () => {
  expect(ownProgram('capstan')?.path).toBe(join(root, 'dist/cli/main.js'))
  expect(ownProgram('claude')).toBe(undefined)
  expect(ownProgram('capstan', '/')).toBe(undefined)
})

test('starts over ACP, with effort and model as session options', () => {
  const model = models.details('sim', 'sim-large')
  const thinking = translateThinking(sim, model && thinkingModelOf(model), {
    transport: 'acp',
    effort: 'high',
  })
  const plan = launchPlan(sim, { transport: 'acp', prompt: 'hi', model: 'sim-large', thinking })
  expect(plan).toMatchObject({
    command: 'capstan-sim',
    arguments: [],
    sessionOptions: [
      { category: 'model', value: 'sim-large' },
      { category: 'thought_level', value: 'high' },
    ],
    warnings: [],
  })
  expect(plan.passedOn).toEqual(expect.arrayContaining(['CAPSTAN_SIM_HOME', 'CAPSTAN_SIM_SCENARIO']))
})

test('has free models with every effort', () => {
  expect(models.catalog('sim').map(({ modelId, isDefault }) => [modelId, isDefault])).toEqual([
    ['sim-large', false],
    ['sim-small', true],
  ])
  expect(models.model('sim', 'sim-small')).toMatchObject({
    displayName: 'Sim small (simulated)',
    contextWindow: 32_000,
    inputPricePerMillion: 0,
    outputPricePerMillion: 0,
    thinkingEffortLevels: ['low', 'medium', 'high', 'max'],
  })
})

test('its capabilities in the total shape', () => {
  expect(definitionCapabilities(sim)).toMatchObject({
    agent: 'sim',
    canResume: true,
    canFork: true,
    supportsTextStreaming: true,
    supportsThinkingStreaming: true,
    supportsImageInput: true,
    supportsMCP: true,
    requiresToolApproval: true,
    approvalModes: ['yolo', 'prompt', 'deny'],
    sessionPersistence: 'file',
    thinkingEffortLevels: ['low', 'medium', 'high', 'max'],
  })
})
