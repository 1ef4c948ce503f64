import { fileStamp, StampedCache } from './stamped-cache.ts'

/** Caches the versions that programs reported, each until the program changes. */
export class VersionCache {
  readonly #cache: StampedCache<string>

  constructor(file: string) {
    this.#cache = new StampedCache(file, (value) => typeof value === 'string')
  }

  get(program: string): string | undefined {
    const stamp = fileStamp([program])
    return stamp === undefined ? undefined : this.#cache.get(program, stamp)
  }

  set(program: string, version: string): void {
    const stamp = fileStamp([program])
    if (stamp !== undefined) this.#cache.set(program, stamp, version)
  }
}
