// Stream from an agent through the Vercel AI SDK: no key, no network. Run `npm run build` first.
import { streamText } from 'ai'
import { createAgentProvider } from 'capstan/ai-sdk'

const agents = createAgentProvider({ cwd: process.cwd(), permissions: 'allow-reads', noSession: true })

const { fullStream } = streamText({
  model: agents(process.argv[2] ?? 'sim'),
  prompt: process.argv[3] ?? 'list docs and say done',
})
for await (const part of fullStream) {
  if (part.type === 'reasoning-delta' || part.type === 'text-delta') process.stdout.write(part.text)
  else if (part.type === 'tool-call') console.log(`\n[${part.toolName} ${JSON.stringify(part.input)}]`)
  else if (part.type === 'error') console.error(part.error)
  else if (part.type === 'finish')
    console.log(`${part.finishReason}, ${part.totalUsage.totalTokens ?? '?'} tokens`)
}
