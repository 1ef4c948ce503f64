import type { AgentEvent } from '../events/event.ts'
import type { ModelAnswer } from './language-model.ts'
import type { FinishPart, ModelContent, ModelStreamPart, ModelWarning } from './parts/stream-part.ts'

/** Collects stream parts into one answer. */
export async function answerOf<FileData>(
  parts: AsyncIterable<ModelStreamPart<FileData>>,
  warnings: ModelWarning[],
): Promise<ModelAnswer<FileData>> {
  const content = new Content<FileData>()
  let finish: FinishPart | undefined
  let response: ModelAnswer<FileData>['response'] | undefined
  for await (const part of parts) {
    if (part.type === 'finish') finish = part
    else if (part.type === 'response-metadata') {
      const { type: _, ...metadata } = part
      response = metadata
    } else if (part.type === 'raw') content.retract(part.rawValue as AgentEvent)
    else content.add(part)
  }
  // Every answer that did not fail has both parts.
  const { usage, finishReason, providerMetadata } = finish as FinishPart
  return {
    content: content.parts,
    finishReason,
    usage,
    providerMetadata,
    response: response as NonNullable<typeof response>,
    warnings,
  }
}

class Content<FileData> {
  readonly parts: ModelContent<FileData>[] = []
  readonly #texts = new Map<string, { type: 'text' | 'reasoning'; text: string }>()

  /** Removes retracted text, block by block from the end. */
  retract(event: AgentEvent): void {
    if (event.type !== 'message.retracted') return
    this.#remove('text', event.text)
    this.#remove('reasoning', event.thinking ?? '')
  }

  #remove(type: 'text' | 'reasoning', retracted: string): void {
    let rest = retracted
    for (let index = this.parts.length - 1; index >= 0 && rest !== ''; index -= 1) {
      const part = this.parts[index]
      if (part?.type !== type) continue
      const isWhole = rest.endsWith(part.text)
      if (!isWhole && !part.text.endsWith(rest)) return
      const count = Math.min(rest.length, part.text.length)
      if (isWhole) this.parts.splice(index, 1)
      else part.text = part.text.slice(0, -count)
      rest = rest.slice(0, rest.length - count)
    }
  }

  add(part: ModelStreamPart<FileData>): void {
    if (part.type === 'text-start' || part.type === 'reasoning-start') {
      const type = part.type === 'text-start' ? 'text' : 'reasoning'
      const block: { type: 'text' | 'reasoning'; text: string } = { type, text: '' }
      this.#texts.set(part.id, block)
      this.parts.push(block)
    } else if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
      const block = this.#texts.get(part.id)
      if (block !== undefined) block.text += part.delta
    } else if (
      part.type === 'tool-call' ||
      part.type === 'tool-result' ||
      part.type === 'tool-approval-request' ||
      part.type === 'file'
    ) {
      this.parts.push(part)
    }
  }
}
