import type { InstallProgress } from '../../gateway/http/api/jobs/install-stream.ts'
import { postForLines } from './line-response.ts'

/** Installs an agent and yields the progress. @throws RequestError */
export function installAgent(agent: string, signal: AbortSignal): AsyncGenerator<InstallProgress> {
  return postForLines(`/api/agents/${encodeURIComponent(agent)}/install`, signal)
}
