// Runs the agent of agents.json from a program: node run.ts greeter "hi"
import { readFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { type AgentDefinition, readDefinitions } from 'capstan/agents'
import { createClient } from 'capstan/run'

const [agent = 'greeter', prompt = 'good morning'] = process.argv.slice(2)
// Definitions name programs on the PATH; `--agents` of the command line also takes paths next to its file.
process.env.PATH = `${import.meta.dirname}${delimiter}${process.env.PATH}`

/** Prints JSON lines, as many programs do for a single prompt: an agent without ACP. */
const program = `for (const say of ['You said: ', process.argv[1]]) console.log(JSON.stringify({ say }))`
const [greeter, echo] = readDefinitions([
  ...JSON.parse(
    readFileSync(new URL('agents.json', import.meta.url), 'utf8').replace('./agent.mjs', 'agent.mjs'),
  ),
  {
    id: 'echo',
    package: { name: 'node', version: process.versions.node, binary: 'node' },
    flags: { prompt: { arguments: ['--eval', program, '{value}'], place: 'last', basis: 'run' } },
  },
]) as [AgentDefinition, AgentDefinition]
/** Reads the lines of the program into events. */
const outputReader: AgentDefinition['outputReader'] = async () => () => ({
  read: (line) => [{ type: 'text.delta', text: (line as { say: string }).say }],
  end: ({ exitCode }) => ({ stopReason: exitCode === 0 ? 'end-turn' : 'error' }),
})

const client = createClient({ definitions: [greeter, { ...echo, outputReader }] })
const run = client.run({ agent, prompt, permissions: 'allow-reads' })
for await (const event of run) if (event.type === 'text.delta') process.stdout.write(event.text)
const { stopReason } = await run.result()
console.log(`\n${stopReason}`)
