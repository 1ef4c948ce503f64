import { describe, expect, it } from 'vitest'
import { featuresOf, partOf } from './chat-features.ts'

describe('featuresOf', () => {
  it('offers supported features, marks unknown ones and omits unsupported ones', () => {
    expect(
      featuresOf({
        reasoning: { supported: true },
        multimodal: { input: { image: true, audio: false, video: false, file: false } },
        multiAgent: { subagents: [{ name: 'reviewer' }] },
        custom: {
          capstan: {
            cwd: '/project',
            commands: [{ name: 'read', description: 'Reads', input: { type: 'text', hint: '<file>' } }, {}],
            modes: { current: 'plan', available: [{ id: 'plan', name: 'Plan' }, { id: 'code' }] },
          },
        },
      }),
    ).toEqual({
      hasReasoning: true,
      modalities: [
        { name: 'image', support: 'supported', accept: 'image/*' },
        { name: 'pdf', support: 'unknown', accept: 'application/pdf' },
      ],
      subagents: [{ name: 'reviewer' }],
      modes: [
        { id: 'plan', name: 'Plan' },
        { id: 'code', name: 'code' },
      ],
      currentMode: 'plan',
      commands: [{ name: 'read', description: 'Reads', hint: '<file>' }],
      folder: '/project',
    })
  })

  it('shows no reasoning unless the agent declares it', () => {
    expect(featuresOf({}).hasReasoning).toBe(false)
    expect(featuresOf({ reasoning: { supported: false } }).hasReasoning).toBe(false)
  })
})

it('converts a file to a message part', () => {
  expect(partOf({ name: 'a.png', type: 'image/png' }, 'AA==')).toEqual({
    type: 'image',
    filename: 'a.png',
    source: { type: 'data', value: 'AA==', mimeType: 'image/png' },
  })
  expect(partOf({ name: 'a', type: '' }, 'AA==')).toEqual({
    type: 'document',
    filename: 'a',
    source: { type: 'data', value: 'AA==', mimeType: 'application/octet-stream' },
  })
})
