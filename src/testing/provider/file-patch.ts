import type { ToolInput } from './script/script.ts'

/** A patch in the form that the tools called `apply_patch` read. What an edit replaces must be whole lines. */
export function filePatch({ path = '', content, oldText = '', newText = '' }: ToolInput): string {
  const change =
    content === undefined
      ? [`*** Update File: ${path}`, '@@', ...lines(oldText, '-'), ...lines(newText, '+')]
      : [`*** Add File: ${path}`, ...lines(content, '+')]
  return ['*** Begin Patch', ...change, '*** End Patch', ''].join('\n')
}

function lines(text: string, sign: string): string[] {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `${sign}${line}`)
}
