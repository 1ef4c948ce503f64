/**
 * An agent on its command line that ignores its options: it asks the model until the model calls no tool, reads no file,
 * and prints the answer when it is over. The address of the provider comes first, the prompt last.
 */
interface Message {
  role: string
  content?: string | null
  tool_calls?: readonly { id: string }[]
}

const words = process.argv.slice(2)
const messages: object[] = [{ role: 'user', content: words.at(-1) }]
const parameters = { type: 'object', properties: { path: { type: 'string' } } }
const tools = [{ type: 'function', function: { name: 'read', parameters } }]

for (;;) {
  const response = await fetch(`${words[0]}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'plain', messages, tools }),
  })
  const { choices } = (await response.json()) as { choices: [{ message: Message }] }
  const [{ message }] = choices
  const { content, tool_calls: calls = [] } = message
  if (calls.length === 0) {
    print({ type: 'thread.started', thread_id: 'plain' })
    print({ type: 'item.completed', item: { id: 'item_0', type: 'agent_message', text: content } })
    print({ type: 'turn.completed', usage: {} })
    break
  }
  messages.push(message, ...calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'Not read' })))
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
