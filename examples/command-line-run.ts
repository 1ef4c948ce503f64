// Run your own program as an agent on its command line: no key, no network. Run `npm run build` first.
// Pass the name of an installed agent to run that agent instead.
import { type AgentDefinition, readDefinitions } from 'capstan/agents'
import { createClient } from 'capstan/run'

const [agent = 'echo', prompt = 'Hello'] = process.argv.slice(2)

/** Prints JSON lines, as agents do for a single prompt. */
const program = `for (const say of ['You said: ', process.argv[1]]) console.log(JSON.stringify({ say }))`
const [data] = readDefinitions({
  id: 'echo',
  package: { name: 'node', version: process.versions.node, binary: 'node' },
  flags: { prompt: { arguments: ['--eval', program, '{value}'], place: 'last', basis: 'run' } },
})
const echo: AgentDefinition = {
  ...(data as AgentDefinition),
  outputReader: async () => () => ({
    read: (line) => [{ type: 'text.delta', text: (line as { say: string }).say }],
    end: ({ exitCode }) => ({ stopReason: exitCode === 0 ? 'end-turn' : 'error' }),
  }),
}

const client = agent === 'echo' ? createClient({ definitions: [echo] }) : createClient()
const run = client.run({ agent, prompt, transport: 'cli', permissions: 'allow-reads' })
for await (const event of run) if (event.type === 'text.delta') process.stdout.write(event.text)
const { stopReason } = await run.result()
console.log(`\n${stopReason}`)
