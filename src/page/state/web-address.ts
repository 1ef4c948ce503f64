/** An address that the page may lead to: one of the web, as the browser would read it; undefined for any other. */
export function webAddress(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  return new URL(text).href
}
