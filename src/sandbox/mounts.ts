const { readFileSync } = process.getBuiltinModule('node:fs')

export interface Mount {
  readonly id: string
  readonly path: string
  readonly options: readonly string[]
}

/** The mounts that a process sees, in their order. */
export function mountsOf(pid: number): Mount[] {
  const lines = readFileSync(`/proc/${pid}/mountinfo`, 'utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const [id = '', , , , path = '', options = ''] = line.split(' ')
    return { id, path: unescaped(path), options: options.split(',') }
  })
}

/** The kernel writes spaces and other special characters of a path as octal numbers. */
function unescaped(path: string): string {
  return path.replaceAll(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  )
}
