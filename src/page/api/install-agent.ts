import type { InstallProgress } from '../../gateway/http/api/install-stream.ts'
import { post, refusalOf } from './request.ts'

/** Installs an agent and yields the progress. @throws RequestError */
export async function* installAgent(agent: string, signal: AbortSignal): AsyncGenerator<InstallProgress> {
  const response = await post(`/api/agents/${encodeURIComponent(agent)}/install`, undefined, signal)
  if (!response.ok || response.body === null) throw await refusalOf(response)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    const lines = (rest + (value ?? '')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as InstallProgress
    if (done) return
  }
}
