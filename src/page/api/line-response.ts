import { post, refusalOf } from './request.ts'

/** Posts to a path that answers with one JSON object per line, and yields them. @throws RequestError */
export async function* postForLines<Line>(path: string, signal: AbortSignal): AsyncGenerator<Line> {
  const response = await post(path, undefined, signal)
  if (!response.ok || response.body === null) throw await refusalOf(response)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    const lines = (rest + (value ?? '')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as Line
    if (done) return
  }
}
