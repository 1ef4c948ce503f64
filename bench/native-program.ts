import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Compiles a C program of `agent/` and deletes it after the work. The program is undefined if there is no compiler. */
export async function withNativeProgram<Result>(
  name: string,
  work: (program: string | undefined) => Promise<Result>,
): Promise<Result> {
  const at = mkdtempSync(join(tmpdir(), 'capstan-bench-'))
  try {
    const program = join(at, name)
    const source = join(import.meta.dirname, `agent/${name}.c`)
    const { status } = spawnSync('cc', ['-O2', '-o', program, source])
    return await work(status === 0 ? program : undefined)
  } finally {
    rmSync(at, { recursive: true, force: true })
  }
}
