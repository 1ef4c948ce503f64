interface FileChange {
  path: string
  oldText: string | null
  newText: string
}

/** How many unchanged lines to show on either side of a change. */
const near = 3

/** A patch with one hunk: from the first changed line to the last. */
export function gitPatch({ path, oldText, newText }: FileChange): string {
  const name = path.replace(/^\/+/, '')
  const [before, after] = [linesOf(oldText ?? ''), linesOf(newText)]
  const { head, tail } = commonEnds(before, after)
  const first = Math.max(0, head - near)
  const last = (lines: readonly string[]): number => lines.length - Math.max(0, tail - near)
  const range = (lines: readonly string[]): string => {
    const count = last(lines) - first
    return `${count === 0 ? first : first + 1},${count}`
  }
  const isNew = oldText === null
  return [
    `diff --git a/${name} b/${name}\n`,
    isNew ? 'new file mode 100644\n' : '',
    `--- ${isNew ? '/dev/null' : `a/${name}`}\n`,
    `+++ b/${name}\n`,
    `@@ -${range(before)} +${range(after)} @@\n`,
    ...marked(before.slice(first, head), ' '),
    ...marked(before.slice(head, before.length - tail), '-'),
    ...marked(after.slice(head, after.length - tail), '+'),
    ...marked(before.slice(before.length - tail, last(before)), ' '),
  ].join('')
}

/** How many lines at the start and at the end are equal. An unchanged text replaces itself: a patch must not be empty. */
function commonEnds(before: readonly string[], after: readonly string[]): { head: number; tail: number } {
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && before[head] === after[head]) head++
  if (head === before.length && head === after.length) return { head: 0, tail: 0 }
  let tail = 0
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  return { head, tail }
}

function marked(lines: readonly string[], mark: string): string[] {
  return lines.map((line) => mark + (line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`))
}

/** Each with its end. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? []
}
