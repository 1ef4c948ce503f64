/** Control characters, direction marks and other invisible characters; line breaks count. */
const invisible = /\p{C}|\p{Zl}|\p{Zp}/gu

/** A name on one line: no control sequence or invisible character reaches a terminal, a prompt or a page. */
export function shownName(name: string): string {
  return name.replaceAll(invisible, ' ').replaceAll(/ {2,}/g, ' ').trim()
}
