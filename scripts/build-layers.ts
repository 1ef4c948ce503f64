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
  /** Entry points that must not load a later layer: the second one takes the modules that they share with later ones. */
  readonly lighter?: readonly string[]
}

/** Groups of modules: each has everything its files import, without the modules of earlier groups. */
export function layered(root: string, { files, lighter = [] }: Layers): { plugin: Plugin; groups: Group[] } {
  const layerOf = new Map<string, string>()
  const names = Object.keys(files)
  const [first, second = first] = names
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
          if (!layerOf.has(id)) layerOf.set(id, layer !== first && light.has(id) ? (second ?? layer) : layer)
        }
      }
    },
  }
  // A group also takes the imports of its modules that no group of higher priority has.
  const groups = names.map((name, index) => ({
    name,
    test: (id: string) => layerOf.get(id) === name,
    priority: names.length - index,
  }))
  return { plugin, groups }
}
