import { agentCatalog } from '../../src/agents/catalog.ts'
import { expectedEffects, heldAgents, policyCases } from '../../test/agents/policy-expectations.ts'
import { type CommonEffect, commonEffects } from '../../test/agents/policy-job.ts'

/** The outcome of each effect, or the reason why the run is refused. */
type Outcome = Readonly<Record<CommonEffect, string>> | string

const outcomeTexts: Readonly<Record<string, string>> = {
  done: 'runs',
  asked: 'asks',
  held: 'held',
  allowed: 'asks, allowed',
}

const headings: Readonly<Record<CommonEffect, string>> = {
  write: 'write a file',
  command: 'run a command',
  'read-inside': 'read inside',
  'read-outside': 'read outside',
  network: 'reach the network',
}

/** The text of `docs/policies.md`: what each agent lets a model do under each policy, from the policies suite. */
export function policiesPage(): string {
  return `${beginning}\n${heldAgents.map(sectionOf).join('\n')}`
}

const beginning = `# Permission policies

For people who run an agent on their own files: what each policy prevents, by agent and transport, and which runs do not
start.

\`\`\`sh
capstan run claude "explain this repository" --permissions allow-reads
capstan run openclaw "explain this repository" --permissions deny --sandbox --dry-run    # OpenClaw cannot enforce deny itself
\`\`\`

The tables are generated from \`test/agents/policies.suite.ts\`: a real agent gets a model that tries to write a file, run a
command, read inside and outside the workspace and reach the network. Each case runs with clean settings, and with settings of the
user and of the workspace that allow everything; the outcome is the same.

| cell | what happens |
|---|---|
| held | prevented: the tool is not offered, or the agent or its sandbox refuses |
| asks | the agent asks first; \`allow-reads\` and \`deny\` refuse, and with \`ask\` a person decides |
| runs | happens without a question: reading inside the workspace, and under \`ask\` reading outside with Codex over ACP, which is a warning at the start |
| refused | the run does not start, with \`CAPABILITY_ERROR\` |

A refused run starts with \`sandbox\` (\`--sandbox\`): bubblewrap, on Linux, makes the workspace read-only under \`allow-reads\` and
\`deny\` and hides the user's other files except the agent's own. The network stays open, because the agent needs it for its
model; Capstan warns where the agent does not limit it. \`allowUnenforced\` (\`--allow-unenforced\`) starts the agent
although the policy is not enforced. The error names what else works for the agent.

Agents without a table:
- OpenClaw and Kilo act without asking, so that every policy but \`allow\` is refused.
- Cursor, Hermes, Goose, Kimi, Qwen, Droid and agents of your own (\`--acp\`) were not tested with settings that allow everything.
  Over ACP they run with a warning: the policy covers only what they ask about. \`strict\` (\`--strict\`) refuses the run. On the
  command line they are refused.

[agents.md](agents.md) lists how each agent enforces a policy.

## MCP tools that settings allow

\`test/agents/mcp-policies.suite.ts\` calls a tool of an MCP server that the user's settings start and allow. Under \`allow-reads\` and
\`deny\` no agent makes the call; under \`ask\` each asks first. There are two exceptions, both found before the agent starts:
- Codex calls tools that \`.codex/config.toml\` approves (\`default_tools_approval_mode = "approve"\`) under every policy:
  \`allow-reads\` and \`deny\` are refused, and \`ask\` warns.
- Gemini CLI over ACP does not ask about tools of servers that \`.gemini/settings.json\` trusts (\`"trust": true\`): \`ask\` warns.

## What a policy does not cover

A policy limits what the model does. It does not limit programs that the agent's own settings start: hooks, MCP servers and custom
tools. Pi starts those of a workspace only if you trusted the workspace in Pi. The others start them without asking:

| agent | files of the workspace |
|---|---|
${folderRows()}

Capstan warns where these files exist, and \`strict\` refuses the run. Use \`sandbox\` for a repository that you do not trust.

## How each agent is held

Under a limiting policy, Claude Code reads only the settings of the project, so that \`CLAUDE.md\` counts and rules that allow
tools do not. Gemini CLI gets an administrator's policy, OpenCode an agent of Capstan's own, Codex a permission profile
or the mode \`read-only\`, and Copilot, Pi and Oh My Pi a list of tools. Pi and Oh My Pi also load an extension of Capstan's own, and no
extension of the user: it blocks paths outside the workspace, or asks about what the agent itself does not ask about.
`

function sectionOf(agent: (typeof heldAgents)[number]): string {
  const rows = policyCases.map(({ transport, policy }) => {
    const outcome = (expectedEffects[agent] as Record<string, Outcome>)[`${transport} ${policy}`] ?? ''
    const name = `${transport === 'acp' ? 'ACP' : 'command line'}, \`${policy}\``
    if (typeof outcome === 'string') return `| ${name} | refused: ${outcome} | | | | |`
    return `| ${name} | ${commonEffects.map((effect) => outcomeTexts[outcome[effect]] ?? '').join(' | ')} |`
  })
  const head = `| | ${commonEffects.map((effect) => headings[effect]).join(' | ')} |\n|---|${'---|'.repeat(commonEffects.length)}`
  return `## ${agentCatalog[agent].name}\n\n${head}\n${rows.join('\n')}\n`
}

/** The files of a working folder from which each agent starts programs. */
function folderRows(): string {
  const rows = heldAgents.flatMap((agent) => {
    const { name, folderPrograms = [] } = agentCatalog[agent]
    const paths = folderPrograms.map(({ path, transport, policies }) => {
      const where = transport === undefined ? [] : [transport === 'acp' ? 'over ACP' : 'on the command line']
      const when = policies === undefined ? [] : [`under ${policies.join(', ')}`]
      const scope = [...where, ...when].join(' ')
      return `\`${path}\`${scope === '' ? '' : ` (${scope})`}`
    })
    return paths.length === 0 ? [] : [`| ${name} | ${paths.join(', ')} |`]
  })
  return rows.join('\n')
}
