import { agentCatalog } from '../../src/agents/catalog.ts'
import { escapes } from '../../src/verify/escapes/escapes.ts'
import { agentSetups } from '../../src/verify/setup/agent-setups.ts'
import { readEscapes } from '../../test/agents/recorded-escapes.ts'

type RecordedAgent = keyof typeof agentSetups
const recorded = Object.keys(agentSetups) as RecordedAgent[]

/** The text of `docs/policies.md`: which escapes from each policy were tried with each agent, and what held them. */
export function policiesPage(): string {
  return `${beginning}\n${recorded.map(sectionOf).join('\n')}`
}

const beginning = `# Permission policies

For people who run an agent on their own files: what each policy prevents, by agent and transport, and which runs do not
start.

\`\`\`sh
capstan run claude "explain this repository" --permissions allow-reads
capstan run openclaw "explain this repository" --permissions deny --sandbox --dry-run    # OpenClaw cannot enforce deny itself
\`\`\`

The tables are recorded by \`test/agents/escapes.suite.ts\`, which runs \`capstan verify --policy all\`: a hostile model, hostile files of
the workspace and settings that allow everything try to escape from each policy, and the effects are observed outside of the
agent. \`ask\` is answered with a denial. The same escapes also run as a plain program in the agent's sandbox. A
cell says nothing about an escape that is not in the list.

| outcome | what happened |
|---|---|
| held by the sandbox | the agent or the plain program ran it in the sandbox, without an effect |
| held by the agent | the agent refused, asked or has no such tool |
| refused | the run does not start, with \`CAPABILITY_ERROR\` |
| open | it worked |
| not tried | the model could not try it |

| escape | what it tries | policies |
|---|---|---|
${escapeRows()}

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

/** The cases of one agent, with the names of the escapes that something else than the sandbox held. */
function sectionOf(agent: RecordedAgent): string {
  const { name } = agentCatalog[agent]
  const record = readEscapes(agent)
  if (record === undefined) return `## ${name}\n\nNot tried.\n`
  const rows = record.cases.map(({ transport, policy, refusal, outcomes }) => {
    const label = `${transport === 'acp' ? 'ACP' : 'command line'}, \`${policy}\``
    if (refusal !== undefined) return `| ${label} | refused: ${refusal} | | |`
    const namesOf = (outcome: string): readonly string[] => outcomes[outcome] ?? []
    const bad = [...namesOf('open'), ...namesOf('untried').map((one) => `${one} (not tried)`)]
    return `| ${label} | ${namesOf('sandbox').length} | ${namesOf('agent').join(', ') || 'none'} | ${bad.join(', ') || 'none'} |`
  })
  const head = '| | held by the sandbox | held by the agent | open |\n|---|---|---|---|'
  return `## ${name}\n\nVersion ${record.version}, ${record.at}.\n\n${head}\n${rows.join('\n')}\n`
}

/** Every escape with the policies that it would break. */
function escapeRows(): string {
  return Object.entries(escapes)
    .map(([name, { title, policies }]) => `| ${name} | ${title} | ${policies?.join(', ') ?? 'all'} |`)
    .join('\n')
}

/** The files of a working folder from which each agent starts programs. */
function folderRows(): string {
  const rows = recorded.flatMap((agent) => {
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
