/** A list of steps longer than this is cut: the next agent can look at the workspace. */
const mostSteps = 50

/** The prompt for an agent that continues the work of another one. */
export function briefedPrompt(
  prompt: string,
  { agent, steps }: { agent: string; steps: readonly string[] },
): string {
  const rest = steps.length - mostSteps
  return [
    `Another agent, ${agent}, began this task in the same folder and stopped before it was finished.`,
    'It reported these steps, which may have had effects:',
    ...steps.slice(0, mostSteps).map((step) => `- ${step}`),
    ...(rest > 0 ? [`- and ${rest} more`] : []),
    'Check the current state first, do not repeat what is done, and finish the task:',
    '',
    prompt,
  ].join('\n')
}
