import type { ToolLocation } from '../../../events/tools/tool-call.ts'
import { diffText, type DiffTextOptions } from './diff-text.ts'
import { cutToWidth, textWidth } from './text-width.ts'
import { commandOf, diffsOf, outputOf, type ToolCall } from './tool-call.ts'

export interface ToolLineOptions extends DiffTextOptions {
  /** Also show the output of a call. */
  verbose: boolean
}

const icons: Readonly<Record<string, string>> = {
  read: '◇',
  edit: '✎',
  delete: '✕',
  move: '⇄',
  search: '⌕',
  execute: '$',
  think: '∴',
  fetch: '↓',
  'switch-mode': '⇆',
}

const [reasonLines, verboseLines, shortestTitle] = [8, 40, 16]

/** The title of a call on one line. */
export function toolTitle(call: ToolCall, { text }: Pick<ToolLineOptions, 'text'>): string {
  const title = text.line(call.title ?? call.tool ?? 'tool call')
  const command = text.line(commandOf(call.input) ?? '')
  const named = command === '' || title.includes(command) ? title : `${title}: ${command}`
  const places = placesText(call.locations ?? [], { text, title: named })
  return places === '' ? named : `${named} ${places}`
}

/** The line of a running call. */
export function runningLine(call: ToolCall, options: ToolLineOptions): string {
  return callLine(call, { ...options, mark: options.style.dim('·'), suffix: ' …' })
}

/** The line of an ended call, followed by its error or its changes. */
export function resultLines(call: ToolCall, options: ToolLineOptions): string[] {
  const { style, text, verbose } = options
  const { status, error, durationMs } = call
  const time = durationMs === undefined || durationMs < 1000 ? '' : ` (${(durationMs / 1000).toFixed(1)} s)`
  const printed = text.block(outputOf(call)).trim()
  if (status === 'failed') {
    const [reason = '', ...more] = text
      .block(error?.message ?? printed)
      .trim()
      .split('\n')
    const suffix = `${time} — ${text.line(reason) || 'failed, no reason reported'}`
    const below =
      error === undefined || printed === text.block(error.message).trim()
        ? more
        : [...more, ...printed.split('\n')]
    return [
      callLine(call, { ...options, mark: style.bad('✗'), suffix }),
      ...indented(below, { ...options, limit: verbose ? verboseLines : reasonLines }),
    ]
  }
  if (status === 'cancelled')
    return [callLine(call, { ...options, mark: style.warn('–'), suffix: ' — cancelled' })]
  return [
    callLine(call, { ...options, mark: style.good('✓'), suffix: time }),
    ...diffsOf(call).flatMap((diff) => diffText(diff, options)),
    ...indented(verbose ? printed.split('\n') : [], { ...options, limit: verboseLines }),
  ]
}

/** Cuts the title first, so that the result stays readable. */
function callLine(call: ToolCall, options: ToolLineOptions & { mark: string; suffix: string }): string {
  const { columns, mark, suffix, style } = options
  const indent = call.subagentId === undefined ? '' : '  '
  const icon = icons[call.kind ?? ''] ?? '•'
  const width = columns - indent.length - 4
  const ending = cutToWidth(suffix, Math.max(width - shortestTitle, 0))
  const title = cutToWidth(toolTitle(call, options), Math.max(width - textWidth(ending), shortestTitle))
  return `${indent}${mark} ${style.dim(icon)} ${title}${ending === '' ? '' : style.dim(ending)}`
}

function placesText(
  locations: readonly ToolLocation[],
  { text, title }: Pick<ToolLineOptions, 'text'> & { title: string },
): string {
  const [first, ...others] = locations
  if (first === undefined) return ''
  const path = text.path(first.path)
  const line = typeof first.line === 'number' ? `:${first.line}` : ''
  const isNamed = title.includes(path) && (line === '' || title.includes(`${path}${line}`))
  const more = others.length === 0 ? '' : `+${others.length}`
  return [isNamed ? '' : `${path}${line}`, more].filter((part) => part !== '').join(' ')
}

function indented(
  lines: readonly string[],
  { style, columns, limit }: ToolLineOptions & { limit: number },
): string[] {
  const filled = lines.filter((line) => line.trim() !== '')
  const shown = filled
    .slice(0, limit)
    .map((line) => `    ${style.dim(cutToWidth(line.replaceAll('\t', '  '), columns - 4))}`)
  const left = filled.length - shown.length
  return left === 0 ? shown : [...shown, `    ${style.dim(`… ${left} more lines`)}`]
}
