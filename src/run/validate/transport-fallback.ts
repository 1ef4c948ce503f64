import { supportOf } from '../../capabilities/profile.ts'
import type { Transport } from '../../capabilities/evidence.ts'
import { chooseTransport, type TransportQuestion } from './choose-transport.ts'

/** The main advantages of ACP, by capability. */
const gains: Readonly<Record<string, string>> = {
  'mcp.stdio': 'MCP servers',
  'output.text-streaming': 'text as the agent writes it',
  'prompt.image': 'images',
  'prompt.embedded-context': 'attached text',
  'session.list': 'a list of stored sessions',
}

/** Warns if a run uses the command line only because the ACP bridge is not installed. */
export function fallbackWarnings(transport: Transport, question: TransportQuestion): string[] {
  const { missing, definition, options, profileOn } = question
  if (missing !== 'acp' || transport !== 'cli' || options.transport !== undefined) return []
  if (chooseTransport({ ...question, missing: undefined }) !== 'acp') return []
  const [over, on] = [profileOn('acp'), profileOn('cli')]
  const added = Object.entries(gains)
    .filter(([id]) => supportOf(over, id) === 'supported' && supportOf(on, id) !== 'supported')
    .map(([, text]) => text)
  const what = added.length === 0 ? '' : `, which adds ${added.join(', ')},`
  return [
    `${definition.id} runs on its command line: its bridge for ACP${what} is not installed. ` +
      `Run capstan install ${definition.id} to add only the bridge`,
  ]
}
