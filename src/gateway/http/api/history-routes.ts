import { agentHistory } from '../../../agents/history/agent-history.lazy.ts'
import type { JsonSchema } from '../../../core/json-schema/json-schema.ts'
import { type ApiParts, servedAgent } from './api-parts.ts'
import { type ApiRoute, count, fields, listOf, named, text } from './route.ts'

/** The route for what past versions of an agent could do. */
export function historyRoutes(parts: ApiParts): ApiRoute[] {
  return [
    {
      method: 'GET',
      path: '/api/agents/:id/history',
      summary:
        'Get what past versions of an agent could do, check by check; empty if no history was recorded',
      answer: named('History'),
      run: async ({ params }) => {
        const { id } = servedAgent(parts, params['id'])
        return (await agentHistory(id)) ?? { agent: id, tried: 0, series: [], untried: [] }
      },
    },
  ]
}

const historyCell = fields(
  {
    version: text,
    outcome: { enum: ['yes', 'no', 'not-applicable', 'could-not-try', 'disputed'] },
    seen: text,
    runs: count,
  },
  'version',
  'outcome',
  'runs',
)
const historyChange = fields(
  {
    what: text,
    kind: { enum: ['check', 'claim'] },
    direction: { enum: ['appeared', 'gone'] },
    after: text,
    by: text,
    runs: listOf(count),
  },
  'what',
  'kind',
  'direction',
  'after',
  'by',
  'runs',
)

/** The history of an agent in the document. */
export const historySchema: JsonSchema = fields(
  {
    agent: text,
    tried: count,
    series: listOf(
      fields(
        {
          series: { enum: ['program', 'bridge'] },
          protocol: { enum: [1, 2] },
          transport: { enum: ['acp', 'cli'] },
          bridge: text,
          versions: listOf(text),
          programs: listOf(text),
          checks: listOf(
            fields({ check: text, summary: text, cells: listOf(historyCell) }, 'check', 'summary', 'cells'),
          ),
          changes: listOf(historyChange),
        },
        'series',
        'protocol',
        'transport',
        'versions',
        'checks',
        'changes',
      ),
    ),
    untried: listOf(
      fields(
        { version: text, series: { enum: ['program', 'bridge'] }, class: text, reason: text },
        'version',
        'series',
        'class',
        'reason',
      ),
    ),
  },
  'agent',
  'tried',
  'series',
  'untried',
)

export type {
  AgentHistory,
  HistorySeries,
  TimelineCell,
  TimelineChange,
} from '../../../agents/history/timeline.ts'
