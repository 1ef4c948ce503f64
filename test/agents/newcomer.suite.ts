import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { dummyKey } from '../../src/testing/provider/provider-setup.ts'
import { packInto } from '../support/packed-package.ts'
import { fetchFaultOf } from './fetch-fault.ts'
import { providerAddress } from '../../src/verify/worker/job.ts'
import { createAccount, type NewAccount } from './new-account.ts'
import type { CommandOutcome, NewcomerJob, NewcomerOutcome } from './newcomer-job.ts'
import { runAsUser } from './run-as-user.ts'
import { startRunner } from './start-runner.ts'

const review = {
  summary: 'One defect',
  findings: [{ file: 'total.js', line: 1, message: 'It adds instead of multiplying' }],
}
const schema = {
  type: 'object',
  properties: {
    summary: { type: 'string' },
    findings: {
      type: 'array',
      items: {
        type: 'object',
        properties: { file: { type: 'string' }, line: { type: 'integer' }, message: { type: 'string' } },
        required: ['file', 'line', 'message'],
      },
    },
  },
  required: ['summary', 'findings'],
}

/** A repository of the user with a change that nobody has committed, and the schema of a review. */
function writeProject({ home, own }: NewAccount): string {
  const project = join(home, 'project')
  mkdirSync(project)
  const git = (...words: string[]): void => {
    const author = ['-c', 'user.name=New', '-c', 'user.email=new@user.example']
    execFileSync('git', [...author, ...words], { cwd: project, stdio: 'ignore' })
  }
  writeFileSync(join(project, 'total.js'), 'export const total = (price, count) => price * count\n')
  writeFileSync(join(project, 'review.schema.json'), JSON.stringify(schema))
  git('init')
  git('add', '.')
  git('commit', '-m', 'first')
  writeFileSync(join(project, 'total.js'), 'export const total = (price, count) => price + count\n')
  own(project)
  return project
}

function secondsOf(commands: readonly CommandOutcome[]): number {
  return commands.reduce((sum, { seconds }) => sum + seconds, 0)
}

it('lets a new user get from the tarball to a reviewed diff in five commands', async (context) => {
  const account = createAccount()
  onTestFinished(() => account.remove())
  const tarball = packInto(account.home)
  const cwd = writeProject(account)
  const { shell, environment } = account

  const install = [`npm install --global ../${basename(tarball)}`, 'capstan install claude']
  const installed: CommandOutcome[] = []
  for (const command of install) {
    const outcome = await runAsUser(command, { shell, cwd, environment })
    installed.push(outcome)
    const fault = outcome.exitCode === 0 ? undefined : fetchFaultOf(outcome.stdout + outcome.stderr)
    if (fault !== undefined) context.skip(`npm could not fetch a package: ${fault}`)
    expect(outcome).toMatchObject({ exitCode: 0 })
  }
  const variables = {
    ANTHROPIC_BASE_URL: providerAddress,
    ANTHROPIC_API_KEY: dummyKey,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  }
  const job: NewcomerJob = {
    commands: [
      'capstan doctor claude',
      'capstan config set maxCostUsd 0.50',
      'git diff | capstan run claude "Review this diff" --schema review.schema.json',
    ],
    shell,
    cwd,
    environment: { ...environment, ...variables },
    script: { when: 'Review this diff', value: review },
  }
  const runner = join(import.meta.dirname, 'run-newcomer-job.ts')
  const used = (await startRunner(runner, job, {
    environment: process.env,
    timeout: 400_000,
  })) as NewcomerOutcome

  const all = [...installed, ...used.commands]
  const lines = [
    ...all,
    { command: 'in all', seconds: secondsOf(all) },
    { command: 'without the installations by npm', seconds: secondsOf(used.commands) },
  ]
  for (const { command, seconds } of lines) console.log(`${seconds.toFixed(1).padStart(6)} s  ${command}`)
  expect(all).toHaveLength(5)
  expect(
    all.map(({ command, exitCode, stderr }) => ({ command, exitCode, stderr: exitCode === 0 ? '' : stderr })),
  ).toEqual(all.map(({ command }) => ({ command, exitCode: 0, stderr: '' })))
  expect(JSON.parse(all[4]?.stdout ?? '')).toEqual(review)
  // The diff itself reached the provider.
  expect(used.requests.join('\n')).toContain('price + count')
})
