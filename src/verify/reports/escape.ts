const names: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' }

/** Text for HTML and XML, in elements and attributes. Characters that XML forbids are replaced. */
export function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}|[\uFFFE\uFFFF]/gu, (character) => (/[\t\n\r]/.test(character) ? character : '\uFFFD'))
    .replaceAll(/[&<>"']/g, (character) => `&${names[character]};`)
}
