import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentDefinition } from '../../agents/definition/definition.ts'
import { filePromises } from '../../core/file-promises.ts'
import type { SandboxMount } from '../../sandbox/sandbox-plan.ts'

export interface RunHome {
  readonly path: string
  readonly at: string
  readonly mounts: readonly SandboxMount[]
  readonly urls: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly keys: readonly { placeholder: string; value: string; hosts: readonly string[] }[]
  close(): Promise<void>
}

export async function createRunHome(
  { keeps = [] }: AgentDefinition,
  { environment }: { environment: Readonly<Record<string, string>>; hidesKeys: boolean },
): Promise<RunHome> {
  const at = environment['HOME'] ?? '/root'
  const path = await filePromises().mkdtemp(join(tmpdir(), 'capstan-home-'))
  const mounts = keeps.map((kept) => ({ from: join(at, kept), at: join(at, kept), isWritable: true }))
  const texts = await Promise.all(
    ['.codex/config.toml', '.config/opencode/opencode.json', '.pi/agent/models.json', '.omp/agent/models.yml', '.openclaw/openclaw.json'].map((file) =>
      filePromises().readFile(join(at, file), 'utf8').catch(() => ''),
    ),
  )
  return {
    path,
    at,
    mounts,
    urls: texts.flatMap((text) => text.match(/https?:\/\/[^\s"']+/g) ?? []),
    environment,
    keys: [],
    close: () => filePromises().rm(path, { recursive: true, force: true }),
  }
}
