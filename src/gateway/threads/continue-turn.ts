import type { RunInput } from '../ag-ui/input.ts'
import { promptOf, toolResults } from '../ag-ui/prompt.ts'
import type { Turn } from './turn.ts'

/** Continues a waiting turn with the tool results and user messages of a run. */
export function continueTurn(turn: Turn, input: RunInput, seen: Set<string>): void {
  const results = toolResults(input.messages)
  const prompt = promptOf(input, { isNew: false, seen })
  for (const id of turn.calls.keys()) {
    const text = results.get(id)
    if (text !== undefined) turn.settleCall(id, { text })
    else if (prompt !== undefined) {
      turn.settleCall(id, { text: 'The user continued without running this tool', isError: true })
    }
  }
  if (prompt !== undefined) {
    for (const id of prompt.messageIds) seen.add(id)
    turn.run.send(prompt.text)
  }
  if (turn.calls.size > 0 || turn.questions.length > 0) turn.remind()
}
