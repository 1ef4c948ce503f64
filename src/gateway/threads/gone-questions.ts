/** Sent to an agent whose question has expired or was lost with its process, after the user approved it. */
export const askAgainPrompt =
  'Your last request for permission got no answer: it expired, or a restart interrupted it. ' +
  'Continue where you stopped, and ask again for what still needs permission.'

/** Sent to a client that approves such a question. */
export const goneNotice = {
  type: 'notice',
  severity: 'warning',
  title: 'The question is no longer open: it expired, or the agent was restarted',
} as const
