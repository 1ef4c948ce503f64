import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { agentCatalog } from '../catalog.ts'
import { install, type InstallRunOptions, uninstall } from './install.ts'
import { planInstall } from './install-plan.ts'
import { createAdapterRegistry } from '../registry.ts'

let folder: string
let options: InstallRunOptions

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'capstan-install-'))
  const environment = {
    PATH: join(folder, 'bin'),
    HOME: folder,
    CAPSTAN_HOME: join(folder, 'capstan'),
    ANTHROPIC_API_KEY: 'dummy',
    npm_config_registry: 'http://127.0.0.1:9',
  }
  options = { environment, home: folder, cwd: folder }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function program(name: string, script: string): void {
  const file = join(folder, 'bin', name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `#!${process.execPath}\n${script}`)
  chmodSync(file, 0o755)
}

/** A fake npm that records its arguments and installs a package of this version into the given prefix. */
function npmThatInstalls(version: string, script = `console.log('${version}')`): void {
  program(
    'npm',
    `const fs = require('fs'), path = require('path')
    fs.writeFileSync(${JSON.stringify(join(folder, 'called.json'))}, JSON.stringify([process.argv.slice(2), Object.keys(process.env).sort()]))
    const modules = path.join(process.argv[process.argv.indexOf('--prefix') + 1], 'node_modules')
    const own = path.join(modules, '@google/gemini-cli')
    fs.mkdirSync(own, { recursive: true })
    fs.mkdirSync(path.join(modules, '.bin'))
    fs.writeFileSync(path.join(own, 'package.json'), JSON.stringify({ name: '@google/gemini-cli', version: ${JSON.stringify(version)} }))
    fs.writeFileSync(path.join(own, 'gemini.js'), ${JSON.stringify(`#!${process.execPath}\n${script}`)}, { mode: 0o755 })
    fs.symlinkSync(path.join(own, 'gemini.js'), path.join(modules, '.bin/gemini'))
    console.log('added 1 package')`,
  )
}

const plan = (): ReturnType<typeof planInstall> => planInstall(agentCatalog.gemini, options)

describe('install', () => {
  it('runs npm without keys, shows its output and finds the program', async () => {
    npmThatInstalls('0.61.0')
    const output: Buffer[] = []
    const found = await install(agentCatalog.gemini, plan(), {
      ...options,
      onOutput: (chunk) => output.push(chunk),
    })
    const path = join(folder, 'capstan/agents/gemini/node_modules/.bin/gemini')
    expect(found).toEqual({
      agent: 'gemini',
      installed: true,
      path,
      version: '0.61.0',
      versionFrom: 'package',
    })
    expect(Buffer.concat(output).toString()).toBe('added 1 package\n')
    const [words, variables] = JSON.parse(readFileSync(join(folder, 'called.json'), 'utf8')) as [
      string[],
      string[],
    ]
    expect(words.at(-1)).toBe('@google/gemini-cli@0.61.0')
    expect(variables).toEqual([
      'CAPSTAN_RUN',
      'HOME',
      'PATH',
      'npm_config_fetch_retries',
      'npm_config_fetch_retry_maxtimeout',
      'npm_config_fetch_retry_mintimeout',
      'npm_config_registry',
    ])
  })

  it('rejects another version than requested', async () => {
    npmThatInstalls('0.20.0')
    await expect(install(agentCatalog.gemini, plan(), options)).rejects.toMatchObject({
      code: 'INSTALL_FAILED',
      message: 'gemini was installed, but version 0.20.0 was found instead of 0.61.0',
    })
  })

  it('rejects a program that does not start', async () => {
    npmThatInstalls('0.61.0', 'process.exit(1)')
    await expect(install(agentCatalog.gemini, plan(), options)).rejects.toMatchObject({
      code: 'INSTALL_FAILED',
      message: expect.stringMatching(
        /^gemini was installed, but .*gemini --version did not answer$/,
      ) as unknown,
    })
  })

  it('reports why npm failed', async () => {
    program('npm', `console.error('npm error code E404\\nnpm error 404 not here'); process.exit(1)`)
    await expect(install(agentCatalog.gemini, plan(), options)).rejects.toMatchObject({
      code: 'INSTALL_FAILED',
      message: 'Installing gemini failed with exit code 1: npm error code E404; npm error 404 not here',
    })
  })

  it('reports a missing npm', async () => {
    await expect(install(agentCatalog.gemini, plan(), options)).rejects.toMatchObject({
      code: 'COMMAND_NOT_STARTED',
      message: 'Cannot start npm: not found',
    })
  })

  it('checks prerequisites first', async () => {
    npmThatInstalls('18.2.3')
    await expect(
      install(agentCatalog.omp, planInstall(agentCatalog.omp, options), options),
    ).rejects.toMatchObject({
      code: 'PREREQUISITE_MISSING',
    })
    expect(existsSync(join(folder, 'called.json'))).toBe(false)
  })

  it('does not run a command that needs review', async () => {
    const byHand = planInstall(agentCatalog.hermes, { ...options, method: 'curl' })
    await expect(install(agentCatalog.hermes, byHand, options)).rejects.toMatchObject({
      code: 'INSTALL_NOT_AUTOMATIC',
    })
  })
})

describe('uninstall', () => {
  it("removes Capstan's installation and reports if there was none", async () => {
    npmThatInstalls('0.61.0')
    await install(agentCatalog.gemini, plan(), options)
    const prefix = join(folder, 'capstan/agents/gemini')
    expect(uninstall(agentCatalog.gemini, options)).toEqual({ removed: true, prefix })
    expect(existsSync(prefix)).toBe(false)
    expect(uninstall(agentCatalog.gemini, options)).toEqual({ removed: false, prefix })
  })

  it("deletes nothing outside the agent's folder", () => {
    const precious = join(folder, 'precious')
    mkdirSync(precious)
    const stray = { ...agentCatalog.gemini, id: '../../precious' }
    expect(() => uninstall(stray, options)).toThrowError(
      expect.objectContaining({ code: 'VALIDATION_ERROR' }) as Error,
    )
    expect(() => createAdapterRegistry([stray])).toThrowError(
      expect.objectContaining({
        issues: [{ path: ['id'], message: 'must be lowercase letters, digits and hyphens' }],
      }) as Error,
    )
    expect(existsSync(precious)).toBe(true)
  })
})
