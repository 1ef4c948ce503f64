import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { agentCatalog } from '../catalog.ts'
import { detect } from '../detect/detect.ts'
import { install, type InstallRunOptions } from './install.ts'
import { planInstall } from './install-plan.ts'

let folder: string
let prefix: string
let options: InstallRunOptions

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'capstan-unpacked-'))
  prefix = join(folder, 'capstan/agents/pi')
  mkdirSync(join(folder, 'bin'))
  const PATH = [join(folder, 'bin'), process.env['PATH']].join(delimiter)
  const environment = { PATH, HOME: folder, CAPSTAN_HOME: join(folder, 'capstan') }
  options = { environment, home: folder, cwd: folder }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/**
 * An npm that notes its commands and does what the real one does to the prefix: `install` takes away what it did not
 * install itself. One command may fail.
 */
function npmWith({ version, failing = '' }: { version: string; failing?: string }): void {
  const script = `#!${process.execPath}
    const fs = require('fs'), path = require('path'), { execFileSync } = require('child_process')
    const words = process.argv.slice(2)
    fs.appendFileSync(${JSON.stringify(join(folder, 'called'))}, words.join(' ') + '\\n')
    if (words[0] === ${JSON.stringify(failing)}) { console.error('npm error code E404'); process.exit(1) }
    const modules = ${JSON.stringify(join(prefix, 'node_modules'))}
    const put = (place, manifest) => {
      fs.mkdirSync(path.join(place, 'dist'), { recursive: true })
      fs.writeFileSync(path.join(place, 'package.json'), JSON.stringify(manifest))
      fs.writeFileSync(path.join(place, 'dist/cli.js'), '#!${process.execPath}\\nconsole.log(${JSON.stringify(version)})', { mode: 0o755 })
    }
    const link = (name, program) => {
      fs.mkdirSync(path.join(modules, '.bin'), { recursive: true })
      fs.symlinkSync(path.join(modules, name, 'dist/cli.js'), path.join(modules, '.bin', program))
    }
    if (words[0] === 'pack') {
      put('package', { name: '@earendil-works/pi-coding-agent', version: ${JSON.stringify(version)} })
      execFileSync('tar', ['-czf', 'pi.tgz', 'package'])
      fs.rmSync('package', { recursive: true })
    } else if (words[0] === 'install') {
      fs.rmSync(modules, { recursive: true, force: true })
      put(path.join(modules, 'pi-acp'), { name: 'pi-acp', version: '0.0.34' })
      link('pi-acp', 'pi-acp')
    } else link('@earendil-works/pi-coding-agent', 'pi')`
  writeFileSync(join(folder, 'bin/npm'), script)
  chmodSync(join(folder, 'bin/npm'), 0o755)
}

const plan = (): ReturnType<typeof planInstall> => planInstall(agentCatalog.pi, options)
const calls = (): string[] => readFileSync(join(folder, 'called'), 'utf8').trim().split('\n')
const installed = (version: string): object => ({
  agent: 'pi',
  installed: true,
  path: join(prefix, 'node_modules/.bin/pi'),
  version,
  versionFrom: 'package',
  bridge: { installed: true, path: join(prefix, 'node_modules/.bin/pi-acp'), version: '0.0.34' },
})

describe('installing a bundled package', () => {
  it('unpacks it next to npm packages and leaves no other files', async () => {
    npmWith({ version: '1.5.0' })
    expect(await install(agentCatalog.pi, plan(), options)).toEqual(installed('1.5.0'))
    expect(calls()).toEqual([
      'pack @earendil-works/pi-coding-agent@1.5.0',
      `install --prefix ${prefix} --no-audit --no-fund pi-acp@0.0.34 @silvia-odwyer/photon-node@0.3.4 jiti@2.7.0 quickjs-wasi@3.6.2`,
      `rebuild --prefix ${prefix} --ignore-scripts @earendil-works/pi-coding-agent`,
    ])
    expect(readdirSync(prefix)).toEqual(['node_modules'])
  })

  it('replaces an older version', async () => {
    npmWith({ version: '1.4.0' })
    const older = { ...plan(), unpack: { name: '@earendil-works/pi-coding-agent', version: '1.4.0' } }
    await install(agentCatalog.pi, { ...older, packages: [older.unpack] }, options)
    npmWith({ version: '1.5.0' })
    expect(await install(agentCatalog.pi, plan(), options)).toEqual(installed('1.5.0'))
  })

  it.each(['pack', 'install'])('keeps the old files when npm %s fails', async (failing) => {
    npmWith({ version: '1.5.0' })
    await install(agentCatalog.pi, plan(), options)
    npmWith({ version: '1.5.0', failing })
    await expect(install(agentCatalog.pi, plan(), options)).rejects.toMatchObject({
      code: 'INSTALL_FAILED',
      message: 'Installing pi failed with exit code 1: npm error code E404',
    })
    expect(await detect(agentCatalog.pi, options)).toEqual(installed('1.5.0'))
    expect(readdirSync(prefix)).toEqual(['node_modules'])
  })
})
