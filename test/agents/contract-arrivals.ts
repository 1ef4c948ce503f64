import type { RecordedRequest } from '../../src/testing/provider/script/recording.ts'
import type { TestedAgent } from './agent-surroundings.ts'

/** The values at the provider in the checks of settings and images; null if nothing was sent. */
export interface ContractArrivals {
  model: string | null
  effort: unknown
  image: boolean | null
}

const image = /"type":"(image|input_image|image_url)"|"inlineData"/

/** Reads the request of the turn, not side requests for titles. */
export function arrivedWith(
  requests: Readonly<Record<string, readonly RecordedRequest[]>>,
): ContractArrivals {
  const turnOf = (check: string): RecordedRequest | undefined =>
    requests[check]?.findLast(({ answeredBy }) => answeredBy === 'script')
  const { effort, budget } = turnOf('effort')?.thinking ?? {}
  const shown = turnOf('image')
  return {
    model: turnOf('model')?.model ?? null,
    effort: effort ?? budget ?? null,
    image: shown === undefined ? null : image.test(JSON.stringify(shown.body)),
  }
}

export const expectedArrivals: Readonly<Record<TestedAgent, ContractArrivals>> = {
  claude: { model: 'claude-sonnet-5-5', effort: 'high', image: true },
  codex: { model: 'gpt-5.5', effort: 'high', image: true },
  gemini: { model: 'gemini-3.8-flash', effort: null, image: true },
  copilot: { model: null, effort: null, image: true },
  opencode: { model: 'gpt-6-sol', effort: 'max', image: true },
  pi: { model: 'gpt-5.2', effort: 'high', image: true },
  omp: { model: 'gpt-5.2', effort: 'low', image: true },
  openclaw: { model: null, effort: 'high', image: true },
}
