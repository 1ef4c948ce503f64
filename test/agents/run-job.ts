import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createModelProvider } from '../../src/testing/provider/server.ts'
import type { AgentJob, AgentOutcome } from './job.ts'
import { providerAddress } from '../../src/verify/worker/job.ts'

/** Started as a program, so that the provider and the agent are in one network. The job comes on stdin. */
const text = Buffer.concat((await process.stdin.toArray()) as Buffer[]).toString('utf8')
const provider = await createModelProvider()
const job = JSON.parse(text.replaceAll(providerAddress, provider.url)) as AgentJob
for (const { path, content } of job.files) {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}
const ended = await runAgent(job)
await provider.close()
const outcome: AgentOutcome = { ...ended, requests: provider.requests }
process.stdout.write(JSON.stringify(outcome), () => process.exit())

async function runAgent({
  command,
  arguments: words,
  stdin,
  environment,
  cwd,
  timeout,
}: AgentJob): Promise<Omit<AgentOutcome, 'requests'>> {
  // A separate process group, so that leftover processes can be ended too.
  const child = spawn(command, words, {
    cwd,
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  child.stdin.on('error', () => {})
  child.stdin.end(stdin)
  const stdout = lastOf(child.stdout)
  const stderr = lastOf(child.stderr)
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    endGroup(child)
  }, timeout)
  const closed = once(child, 'close')
  const [exitCode] = (await once(child, 'exit')) as [number | null]
  clearTimeout(timer)
  endGroup(child)
  // Processes that left the group may keep the pipes open.
  await Promise.race([closed, delay(2000)])
  return { exitCode, timedOut, stdout: stdout(), stderr: stderr() }
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process group is empty.
  }
}

function lastOf(stream: NodeJS.ReadableStream): () => string {
  let kept = ''
  stream.on('data', (chunk: Buffer) => {
    kept = (kept + chunk.toString('utf8')).slice(-4000)
  })
  return () => kept
}
