import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../../../test/agents/cache.ts'

/** The file that measurements write: numbers with their unit, by name. */
export const numbersFile = 'docs/numbers.json'

const marked = /<!-- number: ([\w.-]+) -->(.*?)<!-- \/number -->/g
const measured = /\b\d+(?:\.\d+)?(?: ?(?:KB|MB) (?:gzip|installed)| times faster| times smaller|× )/g

/** Every quoted measurement must be marked, and be the one of the last measurement. */
export function numberProblems(pages: readonly string[], folder: string = projectFolder): string[] {
  const file = join(folder, numbersFile)
  const numbers = (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) as Record<string, string>
  return pages.flatMap((page) => {
    const source = readFileSync(join(folder, page), 'utf8')
    const wrong = Array.from(source.matchAll(marked)).flatMap(([, name = '', text = '']) =>
      numbers[name] === text
        ? []
        : [`${page} quotes ${name} as ${text}; ${numbersFile} has ${numbers[name] ?? 'none'}`],
    )
    const loose = source.replaceAll(marked, '').match(measured) ?? []
    return [
      ...wrong,
      ...loose.map((text) => `${page} quotes "${text.trim()}" without naming its measurement`),
    ]
  })
}
