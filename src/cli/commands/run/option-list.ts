import type { Option } from '../../command.ts'
import { acpOption, variableOption } from '../acp-agent.ts'
import { ruleOptions, sandboxOption } from './rule-options.ts'
import { agentsOption } from '../known-agents.ts'

export const mcpOption: Option = {
  name: 'mcp',
  value: '<file|json>',
  repeats: true,
  help: 'add MCP servers from a JSON file or inline JSON',
}

export const needOption: Option = {
  name: 'need',
  value: '<capability>',
  repeats: true,
  help: 'required capability: an id, id=value, or words such as "json schema"',
}

/** The limits of a choice between agents. */
export const choiceOptions: readonly Option[] = [
  {
    name: 'max-price',
    value: '<dollars>',
    help: 'highest price of the model, in US dollars per million input tokens; an unknown price is too high',
  },
  { name: 'allow-unknown', help: 'accept capabilities without evidence' },
  { name: 'cheapest', help: 'rank agents and models by price before anything else' },
]

/** The options of `capstan run`. */
export const runOptions: readonly Option[] = [
  { name: 'model', short: 'm', value: '<model>', help: 'model id or alias' },
  { name: 'allow-unknown-model', help: 'pass a model that Capstan does not know to the agent' },
  {
    name: 'effort',
    value: '<level>',
    help: 'thinking effort: low, medium, high, max or a level of the model',
  },
  {
    name: 'budget',
    value: '<tokens>',
    help: 'maximum thinking tokens, for models with a budget; 0 turns thinking off',
  },
  {
    name: 'permissions',
    value: '<policy>',
    help: 'permission policy: ask, allow-reads, allow or deny (default: ask on a terminal, otherwise allow-reads)',
  },
  sandboxOption,
  ...ruleOptions,
  { name: 'allow-unenforced', help: 'start even if the agent cannot enforce the policy' },
  { name: 'cwd', value: '<folder>', help: 'working folder (default: current folder)' },
  { name: 'add-dir', value: '<folder>', repeats: true, help: 'additional folder the agent may access' },
  { name: 'attach', value: '<file>', repeats: true, help: 'attach a file or an image to the prompt' },
  mcpOption,
  variableOption,
  { name: 'schema', value: '<file>', help: 'JSON Schema for the answer' },
  { name: 'system-prompt', value: '<text>', help: "replace the agent's system prompt" },
  { name: 'append-system-prompt', value: '<text>', help: "append to the agent's system prompt" },
  { name: 'resume', value: '<session>', help: 'resume an earlier session' },
  { name: 'fork', value: '<session>', help: 'fork an earlier session' },
  { name: 'no-session', help: 'do not save the session' },
  { name: 'max-cost', value: '<dollars>', help: 'stop when the run has cost this much' },
  { name: 'max-tokens', value: '<number>', help: 'stop after this many tokens' },
  { name: 'max-turns', value: '<number>', help: 'stop after this many turns' },
  { name: 'timeout', value: '<time>', help: 'stop after this time: 30s, 5m, 1h or a number of seconds' },
  {
    name: 'inactivity',
    value: '<time>',
    help: 'stop when the agent sends nothing for this time; 0 for never',
  },
  { name: 'transport', value: '<transport>', help: 'acp or cli (default: chosen by the other options)' },
  { ...needOption, help: `with the agent auto: ${needOption.help}` },
  ...choiceOptions.map((option) => ({ ...option, help: `with the agent auto: ${option.help}` })),
  {
    name: 'fallback',
    value: '<agents>',
    repeats: true,
    help: 'agents that take over if the provider refuses the agent, such as codex,gemini/flash',
  },
  {
    name: 'fallback-after-effects',
    help: 'let another agent take over even after changes, with a summary of them',
  },
  { name: 'strict', help: 'reject options whose support is unknown, instead of warning' },
  { name: 'record', value: '<file>', help: 'write the protocol messages to a file, without secrets' },
  acpOption,
  agentsOption,
  { name: 'verbose', help: 'show tool output, agent logs and every event' },
  { name: 'dry-run', help: 'check the options and print the start command without running it' },
]
