import { useEffect, useState } from 'preact/hooks'

/** A module that is loaded on demand. */
export interface Loaded<Module> {
  /** Undefined until it is loaded. */
  readonly module?: Module
  /** The gateway has stopped, or an update has removed this part of the page. */
  readonly hasFailed?: true
}

/** Loads a module once it is needed. `load` is a function of a `.lazy.ts` file. */
export function useLoaded<Module>(load: () => Promise<Module>, isNeeded: boolean): Loaded<Module> {
  const [loaded, setLoaded] = useState<Loaded<Module>>({})
  const isOpen = isNeeded && loaded.module === undefined
  useEffect(() => {
    if (!isOpen) return
    load().then(
      (module) => setLoaded({ module }),
      () => setLoaded({ hasFailed: true }),
    )
  }, [load, isOpen])
  return loaded
}
