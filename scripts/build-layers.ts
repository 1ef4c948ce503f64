import { join } from 'node:path'
import type { Plugin } from 'rolldown'

interface Group {
  name: string
  test: (id: string) => boolean
  priority: number
}

export interface Layers {
  /** The entry files of each layer; earlier layers take shared modules. */
  readonly files: Readonly<Record<string, readonly string[]>>
  /** Entry points that must not load a whole layer; modules they share with a layer form a separate group. */
  readonly lighter?: readonly string[]
}

const shared = 'shared'

/** Groups of modules: each has everything its files import, without the modules of earlier groups. */
export function layered(root: string, { files, lighter = [] }: Layers): { plugin: Plugin; groups: Group[] } {
  const layerOf = new Map<string, string>()
  const [first = '', ...later] = Object.keys(files)
  const plugin: Plugin = {
    name: 'layers',
    buildEnd() {
      const walk = (id: string, seen: Set<string>): Set<string> => {
        if (seen.has(id) || !id.startsWith(root)) return seen
        seen.add(id)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) walk(imported, seen)
        return seen
      }
      const importedBy = (entries: readonly string[]): Set<string> => {
        const seen = new Set<string>()
        for (const entry of entries) walk(join(root, entry), seen)
        return seen
      }
      const light = importedBy(lighter)
      for (const [layer, entries] of Object.entries(files)) {
        for (const id of importedBy(entries)) {
          if (!layerOf.has(id)) layerOf.set(id, layer !== first && light.has(id) ? shared : layer)
        }
      }
    },
  }
  // A group also takes the imports of its modules that no group of higher priority has.
  const names = [first, shared, ...later]
  const groups = names.map((name, index) => ({
    name,
    test: (id: string) => layerOf.get(id) === name,
    priority: names.length - index,
  }))
  return { plugin, groups }
}
