import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { expect, it } from 'vitest'
import { projectRoot } from './support/package.ts'

const dist = join(projectRoot, 'dist')

it.each(['ag-ui', 'a2e', 'relay', 'mux', 'acp'])(
  'bundles capstan/capabilities/%s for a browser',
  async (name) => {
    const bundle = await rolldown({
      input: join(dist, 'capabilities/ecosystems', name, 'index.js'),
      platform: 'browser',
      external: /^node:/,
    })
    const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
    await bundle.close()
    const [{ imports, dynamicImports, code }] = output
    expect({ imports, dynamicImports, isSmall: code.length < 100_000 }).toEqual({
      imports: [],
      dynamicImports: [],
      isSmall: true,
    })
  },
)

it('imports only names that the bundled libraries export', async () => {
  const files = globSync('**/*.js', { cwd: dist })
  const missing: string[] = []
  for (const file of files) {
    const source = readFileSync(join(dist, file), 'utf8')
    for (const [, names = '', library = ''] of source.matchAll(
      /import ?\{([^}]*)\} ?from ?["'](?:\.\.?\/)+(libraries\/[\w.-]+)["']/g,
    )) {
      const exported = (await import(join(dist, library))) as object
      const imported = names.split(',').map((name) => name.trim().split(/ as /)[0] ?? '')
      missing.push(
        ...imported.filter((name) => !(name in exported)).map((name) => `${file}: ${name} of ${library}`),
      )
    }
  }
  expect(missing).toEqual([])
})
