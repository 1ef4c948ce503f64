import { expect, it } from 'vitest'
import { applyChanges } from './apply-changes.ts'

it('keeps what a setup needs when it adds hostile settings', () => {
  const files = { 'a.json': '{"provider":{"url":"x"}}', 'b.toml': 'model = "m"\n' }
  expect(
    applyChanges(files, {
      files: { 'new.txt': 'new' },
      json: { 'a.json': { provider: { open: true } }, 'c.json': { all: 1 } },
      firstLines: { 'b.toml': ['first = 1'] },
      lines: { 'b.toml': ['[last]'] },
    }),
  ).toEqual({
    'a.json': '{"provider":{"url":"x","open":true}}',
    'b.toml': 'first = 1\nmodel = "m"\n[last]\n',
    'c.json': '{"all":1}',
    'new.txt': 'new',
  })
})
