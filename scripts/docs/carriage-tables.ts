import { detail, type Row, type Shape, type Variant } from '../../test/conformance/carriage/shape.ts'

/** The nested shapes of the messages of a protocol, each once, in order of appearance. */
export function partsOf(messages: Shape[]): Shape[] {
  const found = new Map<string, Shape>()
  const visit = ({ variants }: Shape): void => {
    for (const { as } of variants.flatMap(({ rows }) => Object.values(rows).map(detail))) {
      if (as && !found.has(as.name)) {
        found.set(as.name, as)
        visit(as)
      }
    }
  }
  for (const message of messages) visit(message)
  return [...found.values()]
}

/** A table of messages and their events; `kind` is the field that names the kinds of one message. */
export function messageTable(shapes: Shape[], kind: string): string {
  const rows = shapes.flatMap((shape) =>
    shape.variants.map((variant) => {
      const type = variant.set?.type
      const event = type === undefined ? 'the event of its update' : code(String(type))
      return [sourceName(shape, variant, kind), event, fieldList(variant, ['type'])]
    }),
  )
  return table(['message', 'event', 'where its fields go'], rows)
}

/** A table of the objects inside messages. */
export function partTable(shapes: Shape[]): string {
  const rows = shapes.flatMap((shape) =>
    shape.variants.map((variant) => [sourceName(shape, variant), fieldList(variant)]),
  )
  return table(['part', 'where its fields go'], rows)
}

export function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

export function code(text: string): string {
  return `\`${text}\``
}

function sourceName(shape: Shape, variant: Variant, kind = ''): string {
  const { when = {}, has = [], whole } = variant
  if (whole !== undefined) return 'anything else'
  const conditions = Object.entries(when).filter(([path]) => path !== kind)
  return [
    code(when[kind] ?? shape.name),
    ...conditions.map(([path, value]) => `${code(path)} ${code(value)}`),
    ...has.map((path) => `with ${code(path)}`),
    ...(isFallback(shape, variant) ? ['any other'] : []),
  ].join(', ')
}

/** Whether an earlier variant has the same conditions and more. */
function isFallback({ variants }: Shape, variant: Variant): boolean {
  const { when = {}, has = [] } = variant
  return variants
    .slice(0, variants.indexOf(variant))
    .some(
      (before) =>
        Object.entries(when).every(([path, value]) => before.when?.[path] === value) &&
        has.every((path) => before.has?.includes(path)),
    )
}

/** The constants of our event, then the fields, without vendor fields. */
function fieldList(
  { when = {}, set = {}, made = [], rows, rest, whole }: Variant,
  shown: string[] = [],
): string {
  const constants = Object.entries(set).filter(
    ([path, value]) => !shown.includes(path) && when[path] !== value,
  )
  const entries = [
    ...constants.map(([path, value]) => `${code(path)} is ${code(String(value))}`),
    ...Object.entries(rows).filter(isListed).map(fieldText),
    ...(rest ? [`all others → ${code(rest.to)}`] : []),
    ...(whole === undefined ? [] : [`the whole message → ${code(whole)}`]),
    ...made.map((path) => `${code(path)} is created`),
  ]
  return entries.length === 0 ? '–' : entries.join('; ')
}

function isListed([path, row]: [string, Row]): boolean {
  return !(path === '_meta' && detail(row).to === 'meta')
}

function fieldText([path, row]: [string, Row]): string {
  const { to, as, clears, with: also = {}, wrap } = detail(row)
  const target = wrap === undefined ? to : `${to}.${wrap}`
  const arrow = target === path ? code(path) : `${code(path)} → ${target === '' ? 'the event' : code(target)}`
  const part = as ? ` (${as.name})` : ''
  const constants = Object.entries(also).map(([key, value]) => ` with ${code(key)} ${code(value)}`)
  return `${arrow}${clears ? ' ∅' : ''}${part}${constants.join('')}`
}
