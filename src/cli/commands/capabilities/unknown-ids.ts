import { nearestName } from '../../../core/text/nearest-name.ts'
import type { Output } from '../../output/output.ts'

/** Lists unknown ids on stderr, each with the nearest known id. */
export async function noteUnknownIds(ids: readonly string[], output: Output): Promise<void> {
  const { dictionary, dictionaryEntry } = await import('../../../capabilities/index.ts')
  for (const id of ids) {
    if (dictionaryEntry(id) !== undefined) continue
    const near = nearestName(
      id,
      dictionary.map((entry) => entry.id),
    )
    const text = `${id} is not a known capability.${near === undefined ? '' : ` Did you mean ${near}?`}`
    output.note({ note: text }, () => text)
  }
}
