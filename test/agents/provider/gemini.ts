import { readPath } from './read-path.ts'
import { answerText } from './sample.ts'
import { spokenText, tokenCount, type Wire } from './wire.ts'

export const gemini: Wire = {
  matches: (path) => /:(streamG|g)enerateContent$|:countTokens$/.test(path),
  answer({ path, body }) {
    if (path.endsWith(':countTokens')) return { json: { totalTokens: tokenCount } }
    const configuration = readPath(body, 'generationConfig')
    const schema = readPath(configuration, 'responseJsonSchema') ?? readPath(configuration, 'responseSchema')
    const response = {
      candidates: [
        {
          index: 0,
          content: { role: 'model', parts: [{ text: answerText(schema, spokenText) }] },
          finishReason: 'STOP',
        },
      ],
      usageMetadata: {
        promptTokenCount: tokenCount,
        candidatesTokenCount: tokenCount,
        totalTokenCount: 2 * tokenCount,
      },
      modelVersion: /models\/([^:]+):/.exec(path)?.[1],
      responseId: 'response-1',
    }
    return path.endsWith(':streamGenerateContent') ? { events: [{ data: response }] } : { json: response }
  },
}
