import { gzipSync } from 'node:zlib'
import { conversionBundle } from '../scripts/docs/conversion-bundle.ts'
import { requireBuild } from './child-cpu.ts'
import { rowsOf, type Table } from './measure.ts'

/** The weight of a conversion from ACP to AG-UI in a bundle for a browser: the program of `examples/browser-conversion`. */
export async function benchConversion(): Promise<Table> {
  requireBuild()
  const bytes = gzipSync(await conversionBundle()).length
  return {
    title: 'Conversion from ACP to AG-UI in a browser bundle, gzip',
    unit: 'KB',
    rows: rowsOf([{ name: 'examples/browser-conversion', samples: [bytes / 1000], budget: { most: 4.6 } }]),
  }
}
