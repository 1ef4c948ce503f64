import type { Option } from '../../command.ts'
import { acpOption, variableOption } from '../acp-agent.ts'
import { agentsOption } from '../known-agents.ts'

export const mcpOption: Option = {
  name: 'mcp',
  value: '<file|json>',
  repeats: true,
  help: 'MCP servers: a JSON file, or JSON itself',
}

/** The options of `capstan run`. */
export const runOptions: readonly Option[] = [
  { name: 'model', short: 'm', value: '<model>', help: 'a model of the agent, by id or alias' },
  { name: 'allow-unknown-model', help: 'pass on a model that is not known' },
  {
    name: 'effort',
    value: '<level>',
    help: 'how hard it thinks: low, medium, high, max or a word of the model',
  },
  {
    name: 'budget',
    value: '<tokens>',
    help: 'most tokens it may think, for models that take a budget; 0 switches thinking off',
  },
  {
    name: 'permissions',
    value: '<policy>',
    help: 'permission policy: ask, allow-reads, allow or deny (default: ask on a terminal, otherwise allow-reads)',
  },
  { name: 'sandbox', help: 'run the agent in bubblewrap (Linux): files are limited, the network is not' },
  { name: 'allow-unenforced', help: 'start also where the agent cannot be held to the policy' },
  { name: 'cwd', value: '<folder>', help: 'where it works; here if not given' },
  { name: 'add-dir', value: '<folder>', repeats: true, help: 'another folder it may see' },
  { name: 'attach', value: '<file>', repeats: true, help: 'a file or an image that goes with the prompt' },
  mcpOption,
  variableOption,
  { name: 'schema', value: '<file>', help: 'a JSON Schema the answer has to follow' },
  { name: 'system-prompt', value: '<text>', help: "instead of the agent's own" },
  { name: 'append-system-prompt', value: '<text>', help: "after the agent's own" },
  { name: 'resume', value: '<session>', help: 'go on with an earlier session' },
  { name: 'fork', value: '<session>', help: 'branch from an earlier session' },
  { name: 'no-session', help: 'keep nothing of the session' },
  { name: 'max-cost', value: '<dollars>', help: 'stop at this cost' },
  { name: 'max-tokens', value: '<number>', help: 'stop after this many tokens' },
  { name: 'max-turns', value: '<number>', help: 'stop after this many turns' },
  { name: 'timeout', value: '<time>', help: 'stop after this time: 30s, 5m, 1h; a plain number is seconds' },
  { name: 'inactivity', value: '<time>', help: 'stop when nothing came for this time; 0 for never' },
  { name: 'transport', value: '<transport>', help: 'acp or cli; chosen by what is asked if not given' },
  { name: 'strict', help: 'refuse what is not known to work, instead of warning' },
  { name: 'record', value: '<file>', help: 'write the conversation with the agent down, without secrets' },
  acpOption,
  agentsOption,
  { name: 'verbose', help: 'show what tools print, what the agent logs, and every event' },
  { name: 'dry-run', help: 'judge the run and print how the agent would be started' },
]
