import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packInto } from '../support/packed-package.ts'

/** Packs the built package once for all examples. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-packed-'))
  process.env['CAPSTAN_TEST_TARBALL'] = packInto(folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
