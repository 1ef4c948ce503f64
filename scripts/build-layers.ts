import { join } from 'node:path'
import type { Plugin } from 'rolldown'

interface Group {
  name: string
  test: (id: string) => boolean
  priority: number
}

export interface Layers {
  /** The files that each layer begins with, in the order in which layers take modules. */
  readonly files: Readonly<Record<string, readonly string[]>>
  /** Entry points that must not load a layer for a part of it. What they share with one is a group of its own. */
  readonly lighter?: readonly string[]
}

const shared = 'shared'

/** Groups of modules, each with all that its files import and no earlier group has; known once all modules are read. */
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
  // A group also takes what its modules import and no group of a higher priority has.
  const names = [first, shared, ...later]
  const groups = names.map((name, index) => ({
    name,
    test: (id: string) => layerOf.get(id) === name,
    priority: names.length - index,
  }))
  return { plugin, groups }
}
