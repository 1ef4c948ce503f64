import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testAgent, testFolder, testHost, type A2EAgent } from '../../../../test/support/a2e.ts'
import { skillPlugin } from './skill-plugin.ts'

function addSkill(root: string, folder: string, text: string): void {
  mkdirSync(join(root, 'skills', folder), { recursive: true })
  writeFileSync(join(root, 'skills', folder, 'SKILL.md'), text)
}

const release = `---
name: release
description: Makes a release
version: 2.0.0
triggers: [release, publish]
tags: [git]
category: ops
argument-hint: <version>
arguments: [version]
---

Tag it as {{version}}.
`

async function lab(): Promise<{ root: string; agent: A2EAgent }> {
  const root = testFolder()
  addSkill(root, 'release', release)
  addSkill(root, 'review', '---\ndescription: Reviews a change\ntags: code\n---\nLook at it')
  addSkill(root, 'old', '---\ndescription: Gone\nstatus: Archived\n---\nNo')
  addSkill(root, 'nothing', 'no head')
  const agent = await testAgent(await testHost({ root, plugins: [skillPlugin()] }), ['skill'])
  return { root, agent }
}

it('finds skills in their folders and lists them as published', async () => {
  const { agent } = await lab()
  const { skills } = await agent.ask('skill/discover/req', {})
  expect(skills).toMatchObject([{ name: 'old' }, { name: 'release' }, { name: 'review' }])
  expect(await agent.ask('skill/discover/req', { filter_tags: ['git', 'other'] })).toEqual({
    skills: [
      {
        name: 'release',
        version: '2.0.0',
        description: 'Makes a release',
        triggers: ['release', 'publish'],
        tools: [],
        status: 'Published',
        input_schema: { type: 'object', properties: { version: {} }, required: ['version'] },
        file_path: 'skills/release/SKILL.md',
        arguments: ['version'],
        when_to_use: 'Makes a release',
        argument_hint: '<version>',
        source: 'folder',
        category: 'ops',
        tags: ['git'],
        metadata: {},
      },
    ],
  })
  expect(await agent.ask('skill/discover/req', { filter_categories: ['none'] })).toEqual({ skills: [] })
})

it('returns the text with its arguments and the files of the skill', async () => {
  const { root, agent } = await lab()
  mkdirSync(join(root, 'skills/release/scripts'))
  writeFileSync(join(root, 'skills/release/scripts/tag.sh'), 'git tag')
  symlinkSync(testFolder(), join(root, 'skills/release/link'))
  expect(await agent.ask('skill/call/req', { name: 'release', arguments: { version: '1.2.3' } })).toEqual({
    name: 'release',
    data: {
      success: true,
      data: { instructions: 'Tag it as 1.2.3.', files: ['scripts/tag.sh'] },
      duration_ms: expect.any(Number),
      events: [],
    },
    error: null,
    created_at: expect.any(Number),
  })
})

it('reads a skill again that changed while the host runs', async () => {
  const { root, agent } = await lab()
  addSkill(root, 'review', '---\ndescription: Reviews a change\n---\nLook twice')
  expect((await agent.ask('skill/call/req', { name: 'review' }))['data']).toMatchObject({
    data: { instructions: 'Look twice', files: [] },
  })
})

it('refuses unknown and blocked skills and invalid arguments', async () => {
  const { root, agent } = await lab()
  const outside = testFolder()
  writeFileSync(join(outside, 'SKILL.md'), '---\ndescription: Outside\n---\nNo')
  symlinkSync(outside, join(root, 'skills/outside'))
  expect(await agent.refusal('skill/call/req', { name: 'release' })).toMatchObject({
    code: 'schema_violation',
    message: 'The arguments of release are invalid: version is missing',
  })
  expect(await agent.refusal('skill/call/req', { name: 'old' })).toEqual({
    code: 'skill_error',
    message: 'The skill old is archived',
    detail: { name: 'old', status: 'Archived' },
  })
  expect(await agent.refusal('skill/call/req', { name: 'outside' })).toEqual({
    code: 'unknown_skill',
    message: 'There is no skill outside',
    detail: { name: 'outside' },
  })
})

it('lists no skills without the folder', async () => {
  const host = await testHost({ root: testFolder(), plugins: [skillPlugin({ folders: ['none'] })] })
  expect(await (await testAgent(host, ['skill'])).ask('skill/discover/req', {})).toEqual({ skills: [] })
})
