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
capstan run claude "explain this repository" --permissions deny --dry-run    # shows what enforces the policy
\`\`\`

Under \`deny\`, \`allow-reads\` and \`ask\`, Capstan starts the agent in a sandbox (Linux, bubblewrap), whatever the settings of the
user and the workspace allow:

| | what the agent has |
|---|---|
| workspace | \`deny\`: only its instructions, such as \`AGENTS.md\`; \`allow-reads\`: read-only; \`ask\`: read-only, and writable while a call runs that was allowed |
| other files | the system without what only root can read, its own program, the programs of \`PATH\`, the user's git settings; what \`additionalDirectories\`, \`read\` and \`write\` of the [rules](run.md#rules) add |
| home | its own: imported login, model and provider settings. Sessions and refreshed logins reach the user's home, nothing else does |
| network | nothing but Capstan's model proxy: the hosts of its provider, and those of \`hosts\` and \`--allow-host\` |
| keys | placeholders for API keys; the proxy adds the key to requests to the provider, and covers it in answers. Tokens of a login (OAuth) and AWS keys stay readable |
| processes | its own; all of them end with the run |

- **Permissions, hooks, rules, plugins, subagents and MCP servers of the user's settings do not exist in the sandbox.** Pass MCP servers with
  \`mcpServers\` (\`--mcp\`): they run inside and reach the same hosts. Settings of the workspace count, and can do only what the sandbox allows.
- **An agent's own login works in the sandbox**: its requests carry its token through the proxy, and a refreshed token reaches the user's
  file. Tried with simulated servers: Claude (Claude Code, Pi), ChatGPT (Codex, OpenCode), Google (Gemini CLI), GitHub (Copilot), Google Cloud
  (Claude Code, Gemini CLI) and AWS (Claude Code). The agent sees the login files of a cloud only if a variable chooses that cloud.
- **Agents of many providers** (OpenCode, Pi, Oh My Pi, OpenClaw) reach the hosts of the providers for which you set a key or have a login.
- **In a subfolder of a repository, git does not work**, because its folder is outside of the workspace. Start at the root of the repository,
  or add the root with \`additionalDirectories\` (\`--add-dir\`).
- **The event \`access.blocked\` names what the sandbox refused**, the call, and the flag that allows it.
- **During an allowed call under \`ask\`** the agent can change any file of the workspace. A warning names the files that changed and that the
  call did not name; a command may change all of them. Calls that read or fetch leave the workspace read-only. OpenCode sees an empty
  \`.opencode\` folder, because it writes there when it starts; its changes there are lost.
- **An agent sees its own sessions of other folders too**, because most agents keep all of them in one place. OpenCode and OpenClaw keep them in
  a database beside other state, such as stored approvals and jobs: there, a hostile agent can change what these programs do later
  without a sandbox. Programs, caches and repositories in these folders are not shared.
- **Without bubblewrap, or with \`sandbox: false\` (\`--sandbox=off\`)**, only the agent's own rules enforce the policy. Capstan warns, and \`strict\`
  refuses the run. macOS and Windows have no sandbox.
- **OpenClaw over ACP is refused** under these policies: its gateway works outside of the sandbox.

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

Cursor, Hermes, Goose, Kimi, Qwen, Droid, Kilo and agents of your own (\`--acp\`) run in the same sandbox, but the list of what they import
is not known: they may read the files of their login. The escapes were not tried with them; \`capstan verify <agent> --policy all\` tries them on your machine.

A policy that nothing enforces is refused; \`allowUnenforced\` (\`--allow-unenforced\`) starts the agent all the same. The error names what else
works for the agent. [agents.md](agents.md) lists the agent's own rules.

## Without the sandbox

These files of the workspace start programs with the agent, without a question. Capstan warns where they exist:

| agent | files of the workspace |
|---|---|
${folderRows()}

Settings that approve MCP tools open a policy: Codex calls tools that \`.codex/config.toml\` approves
(\`default_tools_approval_mode = "approve"\`), so \`allow-reads\` and \`deny\` are refused and \`ask\` warns. Gemini CLI over ACP does not
ask about tools of servers that \`.gemini/settings.json\` trusts (\`"trust": true\`), so \`ask\` warns. More settings than these open the
policies of some agents: use the sandbox where a policy has to hold.

Claude Code then reads only the settings of the project, so that \`CLAUDE.md\` counts and rules that allow
tools do not. Gemini CLI gets an administrator's policy, OpenCode an agent of Capstan's own, Codex a permission profile
or the mode \`read-only\`, and Copilot, Pi and Oh My Pi a list of tools. Pi and Oh My Pi also load an extension of Capstan's own, and no
extension of the user: it blocks paths outside the workspace, or asks about what the agent itself does not ask about.

## Results
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
    const paths = folderPrograms.map(({ path, parents, transport, policies }) => {
      const where = transport === undefined ? [] : [transport === 'acp' ? 'over ACP' : 'on the command line']
      const when = policies === undefined ? [] : [`under ${policies.join(', ')}`]
      const folders = parents ? ['also in the folders above'] : []
      const scope = [[...where, ...when].join(' '), ...folders].filter((text) => text !== '').join(', ')
      return `\`${path}\`${scope === '' ? '' : ` (${scope})`}`
    })
    return paths.length === 0 ? [] : [`| ${name} | ${paths.join(', ')} |`]
  })
  return rows.join('\n')
}
