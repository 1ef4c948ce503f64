import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')

/** Builds the page of the gateway: a script, parts that it loads on demand and a style sheet, with a content hash in their names. */
export async function buildPage(): Promise<void> {
  const before = process.env['NODE_ENV']
  // In a test, Vite would add the source position of each element and make the page a third larger.
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
      // The content security policy forbids inline scripts and data URLs.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // Licenses of the bundled packages.
      license: { fileName: 'license.md' },
      target: 'baseline-widely-available',
    },
  })
}
