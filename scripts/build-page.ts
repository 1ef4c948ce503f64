import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')

/** Builds the page of the gateway: one script and one style sheet, named by what they hold. */
export async function buildPage(): Promise<void> {
  const before = process.env['NODE_ENV']
  // Within a test the page would be built with where each element stands in the source, and a third larger.
  process.env['NODE_ENV'] = 'production'
  try {
    await buildForUsers()
  } finally {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
}

async function buildForUsers(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: join(root, 'src/page'),
    build: {
      outDir: join(root, 'dist/gateway/page'),
      emptyOutDir: true,
      // The page may run no script that stands in its text, and load nothing that stands in an address.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // What is built in keeps its license beside it.
      license: { fileName: 'license.md' },
      target: 'baseline-widely-available',
    },
  })
}
