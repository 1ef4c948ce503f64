import { findBrowser } from './find-browser.ts'

/** Says what is missing before anything is built. */
export function setup(): void {
  findBrowser()
}
