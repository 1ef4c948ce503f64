import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SandboxLab } from '../../test/support/sandbox-lab.ts'
import { findOnPath, pathOutside, sandboxSupport } from './bubblewrap.ts'

let lab: SandboxLab
beforeEach(() => {
  lab = new SandboxLab()
})
afterEach(() => lab[Symbol.dispose]())

it('never starts a program of the workspace as the sandbox', () => {
  lab.write('work/node_modules/.bin/bwrap', '#!/bin/sh\nexit 0\n')
  const [bin, link] = [join(lab.work, 'node_modules/.bin'), join(lab.folder, 'link')]
  symlinkSync(bin, link)
  const PATH = `${bin}:${link}`
  expect(sandboxSupport({ PATH })).toEqual({ path: join(bin, 'bwrap') })
  expect(sandboxSupport({ PATH }, [lab.work])).toEqual({
    problem: `${join(bin, 'bwrap')} is in the working folder, where an agent could have changed it`,
  })
})

it('keeps the other folders of a PATH in their order', () => {
  expect(pathOutside(`/usr/bin:node_modules/.bin:${lab.work}/bin:/bin`, [lab.work])).toBe('/usr/bin:/bin')
  expect(findOnPath('sh', '/missing:/bin')).toBe('/bin/sh')
})
