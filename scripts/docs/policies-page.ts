import { agentCatalog } from '../../src/agents/catalog.ts'
import { expectedEffects, heldAgents, policyCases } from '../../test/agents/policy-expectations.ts'
import { type Effect, effects } from '../../test/agents/policy-job.ts'

/** What each effect came to, or why the run is refused. */
type Outcome = Readonly<Record<Effect, string>> | string

const words: Readonly<Record<string, string>> = {
  done: 'runs',
  asked: 'asks',
  held: 'held',
  allowed: 'asks, allowed',
}

const headings: Readonly<Record<Effect, string>> = {
  write: 'write a file',
  command: 'run a command',
  'read-inside': 'read inside',
  'read-outside': 'read outside',
  network: 'reach the network',
}

/** What a model that tries everything came to with each agent, as the suite of policies sees it. */
export function policiesPage(): string {
  return `${beginning}\n${heldAgents.map(sectionOf).join('\n')}`
}

const beginning = `# Permission policies

For everybody who runs an agent on their own files: what a policy holds, on which agent and transport, and what does not
start. The tables are generated from \`test/agents/policies.suite.ts\`, in which a real agent gets a model that tries to write a
file, run a command, read inside and outside the workspace and reach the network. Each is run with clean settings and with
settings of the user and of the workspace that allow everything; the outcome is the same.

| cell | what happens |
|---|---|
| held | it does not happen: the tool is not offered, or the agent or its sandbox refuses |
| asks | the agent asks first; \`allow-reads\` and \`deny\` refuse, and with \`ask\` a person decides |
| runs | it happens without a question; \`ask\` covers no reads of Codex over ACP, which is a warning at the start |
| refused | the run does not start, with \`CAPABILITY_ERROR\` |

What is refused runs with \`sandbox\` (\`--sandbox\`): in bubblewrap, on Linux, the workspace is read-only under \`allow-reads\` and
\`deny\`, and of the user's other files only the agent's own are there. The network stays open, because the agent needs it for its
model; where the agent itself does not hold it, that is a warning. \`allowUnenforced\` (\`--allow-unenforced\`) starts the agent
although the policy is not enforced. OpenClaw enforces no policy but \`allow\`. Agents of which nothing was tried (Cursor, Hermes,
agents of your own) run with a warning: the policy covers what they ask about. [agents.md](agents.md) lists the means for each
agent.

Capstan reads no settings of Claude Code but those of the project while a policy limits it, so that \`CLAUDE.md\` counts and rules
that allow tools do not. Gemini CLI gets an administrator's policy, OpenCode an agent of Capstan's own, Codex a permission profile
or the mode \`read-only\`, and Copilot, Pi and Oh My Pi a list of tools.
`

function sectionOf(agent: (typeof heldAgents)[number]): string {
  const rows = policyCases.map(({ transport, policy }) => {
    const outcome = (expectedEffects[agent] as Record<string, Outcome>)[`${transport} ${policy}`] ?? ''
    const name = `${transport === 'acp' ? 'ACP' : 'command line'}, \`${policy}\``
    if (typeof outcome === 'string') return `| ${name} | refused: ${outcome} | | | | |`
    return `| ${name} | ${effects.map((effect) => words[outcome[effect]] ?? '').join(' | ')} |`
  })
  const head = `| | ${effects.map((effect) => headings[effect]).join(' | ')} |\n|---|${'---|'.repeat(effects.length)}`
  return `## ${agentCatalog[agent].name}\n\n${head}\n${rows.join('\n')}\n`
}
