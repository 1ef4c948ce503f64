import type { OwnSetup } from '../../../verify/options.ts'
import type { Invocation } from '../../command.ts'
import { UsageError } from '../../usage-error.ts'
import { environmentOption } from '../run/values.ts'

/** More than this is not a configuration. */
const mostBytes = 1024 * 1024

/** The variables and the files of the home that the user adds. @throws UsageError for an unreadable folder. */
export async function readSetup(values: Invocation['values']): Promise<OwnSetup> {
  const env = environmentOption(values, process.env)
  const [folder] = values.get('home') ?? []
  return {
    ...(env === undefined ? {} : { env }),
    ...(folder === undefined ? {} : { files: await filesOf(folder) }),
  }
}

async function filesOf(folder: string): Promise<Record<string, string>> {
  const [{ readdir, readFile }, path] = await Promise.all([import('node:fs/promises'), import('node:path')])
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    throw new UsageError(
      `Cannot read the folder ${folder}: ${(error as Error).message}`,
      'Set --home to a folder.',
    )
  })
  const files: Record<string, string> = {}
  let size = 0
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = path.join(entry.parentPath, entry.name)
    const text = await readFile(file, 'utf8')
    size += text.length
    if (size > mostBytes)
      throw new UsageError(`${folder} has more than 1 MB`, 'Set --home to a folder of settings.')
    files[path.relative(folder, file)] = text
  }
  return files
}
