import type { ThinkingControl } from '../definition/definition-thinking.ts'
import { fillTemplate } from '../definition/fill-template.ts'
import type { ThinkingModel } from './thinking-model.ts'
import type { ThinkingPart } from './thinking-translation.ts'

/** Passes a value by the control's mechanism. */
export function passThinking(
  { by, written, assumed }: ThinkingControl,
  value: string | number,
  model: ThinkingModel | null,
): ThinkingPart {
  const content = typeof value === 'string' ? (written?.[value] ?? value) : value
  switch (by.kind) {
    case 'arguments':
      return { arguments: by.arguments.map((argument) => argument.replaceAll('{value}', String(content))) }
    case 'environment':
      return { environment: { [by.variable]: String(content) } }
    case 'session-option': {
      const option = { category: by.category, value: String(content) }
      return { sessionOptions: [assumed ? { ...option, unlessOffered: 'warn' } : option] }
    }
    case 'settings': {
      const filled = fillTemplate(by.content, { value: content, model: model?.argument ?? '' }) as Record<
        string,
        unknown
      >
      const { folderVariable, file, shares } = by
      return {
        settings: [{ folderVariable, file, content: filled, ...(shares === undefined ? {} : { shares }) }],
      }
    }
  }
}

/** A default is set only if the session offers the option. */
export function keepUnlessOffered(part: ThinkingPart): ThinkingPart {
  const sessionOptions = part.sessionOptions?.map((option) => ({ ...option, unlessOffered: 'keep' as const }))
  return sessionOptions === undefined ? part : { ...part, sessionOptions }
}
