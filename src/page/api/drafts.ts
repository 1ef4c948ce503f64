const prefix = 'capstan-draft:'

/** The text that the user has not sent yet, kept for this tab. */
export function savedDraft(key: string): string {
  return sessionStorage.getItem(prefix + key) ?? ''
}

export function saveDraft(key: string, text: string): void {
  if (text === '') sessionStorage.removeItem(prefix + key)
  else sessionStorage.setItem(prefix + key, text)
}
