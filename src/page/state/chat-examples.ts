/** Prompts for an empty chat. */
const examples = [
  'Explain what this project does and how it is organized',
  'Review my uncommitted changes',
  'Find a bug in this project and fix it',
  'Write a test for the code that lacks one most',
]

/** Prompts that the simulated agent, which has no model, understands. */
const simulatedExamples = [
  'list',
  'plan read the notes, shorten them, say what changed',
  'write hello.txt Hello',
  'help',
]

export function examplesFor({ simulated }: { simulated?: true }): readonly string[] {
  return simulated ? simulatedExamples : examples
}
