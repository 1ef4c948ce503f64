import type { Plan } from '../../../events/tools/plan.ts'
import type { Style } from '../style.ts'
import type { AgentText } from './agent-text.ts'
import { cutToWidth } from './text-width.ts'

const marks: Readonly<Record<string, string>> = {
  pending: '○',
  'in-progress': '▸',
  completed: '✓',
  cancelled: '–',
}

/** A plan as text: tasks as a checklist. */
export function planLines(
  plan: Plan,
  { style, text, columns }: { style: Style; text: AgentText; columns: number },
): string[] {
  const head = style.bold('plan')
  switch (plan.type) {
    case 'items':
      return [
        head,
        ...plan.entries.map(({ content, status }) => {
          const line = `  ${marks[status] ?? '?'} ${cutToWidth(text.line(content), columns - 4)}`
          return status === 'completed' || status === 'cancelled' ? style.dim(line) : line
        }),
      ]
    case 'markdown':
      return [
        head,
        ...text
          .block(plan.content)
          .trimEnd()
          .split('\n')
          .map((line) => `  ${line}`),
      ]
    case 'file':
      return [`${head} ${text.line(plan.uri)}`]
    case 'unknown':
      return [`${head} ${style.dim(`unknown format: ${text.line(plan.originalType)}`)}`]
  }
}
