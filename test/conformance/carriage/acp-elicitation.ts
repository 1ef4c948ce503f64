import { meta, type Rows } from './acp-content.ts'
import { shape, type Variant } from './shape.ts'

const rows: Rows = {
  message: 'message',
  sessionId: 'sessionId',
  toolCallId: 'toolCallId',
  requestId: 'relatedRequestId',
  ...meta,
}

const request = (mode: string, others: Rows): Variant => ({
  when: { mode },
  set: { type: 'elicitation.requested', mode },
  made: ['requestId'],
  rows: { ...rows, ...others },
})

const response = (action: string, outcome: string, others: Rows = {}): Variant => ({
  when: { action },
  set: { type: 'elicitation.resolved', 'outcome.type': outcome },
  made: ['requestId'],
  rows: { ...others, ...meta },
})

/** The messages of an elicitation, which are the same in both versions. */
export const elicitation = {
  CreateElicitationRequest: shape(
    'CreateElicitationRequest',
    request('form', { requestedSchema: { to: 'schema', verbatim: true } }),
    request('url', { url: 'url', elicitationId: 'elicitationId' }),
    {
      set: { type: 'elicitation.requested' },
      made: ['requestId'],
      rows: { mode: 'mode', ...rows },
      rest: { to: 'data', optional: true },
    },
  ),
  CreateElicitationResponse: shape(
    'CreateElicitationResponse',
    response('accept', 'accepted', { content: 'outcome.content' }),
    response('decline', 'declined'),
    response('cancel', 'cancelled'),
    {
      set: { type: 'elicitation.resolved', 'outcome.type': 'unknown' },
      made: ['requestId'],
      rows: { action: 'outcome.originalType', ...meta },
      rest: { to: 'outcome.data' },
    },
  ),
  CompleteElicitationNotification: shape('CompleteElicitationNotification', {
    set: { type: 'elicitation.completed' },
    rows: { elicitationId: 'elicitationId', ...meta },
  }),
}
