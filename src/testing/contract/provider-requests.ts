import type { RecordedRequest } from '../provider/script/recording.ts'

/** The model provider that the agent uses. */
export interface ContractProvider {
  /** All requests so far, the oldest first. */
  requests(): readonly RecordedRequest[]
}

const texts = new WeakMap<RecordedRequest, string>()

/** The body of a request as text; computed once. */
export function bodyText(request: RecordedRequest): string {
  const known = texts.get(request)
  if (known !== undefined) return known
  const text = JSON.stringify(request.body)
  texts.set(request, text)
  return text
}

/** The requests of one check, among those of checks that run at the same time. */
export function requestsWith(provider: ContractProvider, marks: readonly string[]): RecordedRequest[] {
  return provider.requests().filter((request) => marks.some((mark) => bodyText(request).includes(mark)))
}

/** The requests of turns: requests for a title or a route are answered without a script. */
export function turnRequests(requests: readonly RecordedRequest[]): RecordedRequest[] {
  return requests.filter(({ answeredBy }) => answeredBy === 'script')
}
