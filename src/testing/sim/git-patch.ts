interface FileChange {
  path: string
  oldText: string | null
  newText: string
}

/** A patch that takes the whole old text away and puts the whole new one in its place. */
export function gitPatch({ path, oldText, newText }: FileChange): string {
  const name = path.replace(/^\/+/, '')
  const [before, after] = [oldText ?? '', newText]
  const isNew = oldText === null
  const head = [
    `diff --git a/${name} b/${name}`,
    ...(isNew ? ['new file mode 100644'] : []),
    `--- ${isNew ? '/dev/null' : `a/${name}`}`,
    `+++ b/${name}`,
    `@@ -${range(before)} +${range(after)} @@`,
  ]
  return `${[...head, ...marked(before, '-'), ...marked(after, '+')].join('\n')}\n`
}

function range(text: string): string {
  const count = linesOf(text).length
  return count === 0 ? '0,0' : `1,${count}`
}

function marked(text: string, mark: string): string[] {
  const lines = linesOf(text).map((line) => mark + line)
  return lines.length === 0 || text.endsWith('\n') ? lines : [...lines, '\\ No newline at end of file']
}

function linesOf(text: string): string[] {
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}
