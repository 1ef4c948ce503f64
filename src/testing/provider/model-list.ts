/** The answer to the question which models there are, at any path that ends in `/models`. */
export function modelList(path: string, models: readonly string[]): unknown {
  // Gemini's list is at a version of its own.
  if (/\/v1(alpha|beta)\d*\/models$/.test(path)) {
    return {
      models: models.map((id) => ({
        name: `models/${id}`,
        displayName: id,
        supportedGenerationMethods: ['generateContent', 'countTokens'],
      })),
    }
  }
  const data = models.map((id) => ({
    id,
    object: 'model',
    type: 'model',
    display_name: id,
    created: 1,
    created_at: '1970-01-01T00:00:01Z',
    owned_by: 'capstan',
  }))
  // Codex looks for a list of its own kind under another name.
  return { object: 'list', data, has_more: false, models: [] }
}
