import * as z from 'zod'

const text = z.string().min(1)
const variableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/)

const model = text.describe('A model of the agent, by id or alias.')
const effort = text.describe('How hard the agent thinks: low, medium, high, max, or a level of the model.')

const provider = z
  .strictObject({
    baseUrl: z
      .string()
      .regex(/^https?:\/\/[^\s@"'`\\{}]+$/)
      .describe('The address of the provider, in the form the agent expects (docs/providers.md).'),
    keyVariable: variableName
      .optional()
      .describe('The name of the environment variable that holds the key. Never the key itself.'),
    api: text
      .optional()
      .describe('The API of the provider, where the agent speaks several: see docs/providers.md.'),
    model: text.optional().describe('The model to request, where the agent or the API needs one.'),
  })
  .describe('Where this agent sends its requests, instead of to its own provider.')

const agent = z.strictObject({
  model: model.optional(),
  effort: effort.optional(),
  provider: provider.optional(),
  definition: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Makes an agent of your own known under this id, with the fields of an agents file.'),
})

const mcpServer = z
  .strictObject({
    type: z.enum(['stdio', 'http', 'sse']).optional().describe('stdio, unless url is set.'),
    command: text.optional().describe('The program of a server on stdio.'),
    args: z.array(z.string()).optional().describe('The arguments of the program.'),
    env: z
      .record(z.string(), z.string())
      .optional()
      .describe('Variables of the program; ${NAME} is replaced.'),
    url: z
      .string()
      .regex(/^https?:\/\/\S+$/)
      .optional()
      .describe('The address of a server over HTTP or SSE.'),
    headers: z
      .record(z.string(), z.string())
      .optional()
      .describe('Headers of requests; ${NAME} is replaced.'),
  })
  .describe('An MCP server, on stdio or by its address.')

const policy = z
  .enum(['ask', 'allow-reads', 'allow', 'deny'])
  .describe('The permission policy. ask means: ask on a terminal, otherwise allow-reads.')

const patterns = z.union([
  z.array(text),
  z.strictObject({ allow: z.array(text).optional(), deny: z.array(text).optional() }),
])

const permissionRules = z.strictObject({
  policy: policy.optional(),
  read: z.array(text).optional().describe('Files and folders outside of the workspace that agents may read.'),
  write: z.array(text).optional().describe('Files and folders that agents may change.'),
  hosts: z
    .array(text)
    .optional()
    .describe(
      'Hosts that agents may reach beside their own: name, *.name or an IP address, also with a port.',
    ),
  commands: patterns
    .optional()
    .describe('Single commands to allow or refuse without asking, such as "npm run *".'),
  tools: patterns
    .optional()
    .describe('Names of tools to allow or refuse without asking, such as "mcp__docs__*".'),
})

/** Must match the type `Config`. `npm run docs` generates the published JSON Schema from it. */
export const configSchema = z
  .strictObject({
    $schema: z.string().optional().describe('The address of this schema, for editors.'),
    agent: text
      .optional()
      .describe('The agent of "capstan run" and "capstan session new" when none is named.'),
    model: model
      .optional()
      .describe('The model of the default agent, or of every agent when no default agent is set.'),
    effort: effort.optional(),
    transport: z
      .enum(['acp', 'cli'])
      .optional()
      .describe('How agents are driven; chosen per run if left out.'),
    fallback: z
      .array(text)
      .optional()
      .describe(
        'Agents that take over in "capstan run" if the provider refuses the agent: agent or agent/model.',
      ),
    needs: z
      .array(text)
      .optional()
      .describe('What the agent auto must support: ids of capabilities, id=value, or words for them.'),
    maxPrice: z
      .number()
      .min(0)
      .optional()
      .describe('The highest price of the agent auto, in US dollars per million input tokens.'),
    permissions: z
      .union([policy, permissionRules])
      .optional()
      .describe('The permission policy, or an object with the policy and rules.'),
    sandbox: z
      .boolean()
      .optional()
      .describe(
        'true: run agents in the sandbox also under allow. false: never. Otherwise all policies but allow.',
      ),
    maxCostUsd: z.number().min(0).optional().describe('Stop a run when it has cost this many US dollars.'),
    maxTokens: z.int().min(1).optional().describe('Stop a run after this many tokens.'),
    maxTurns: z.int().min(1).optional().describe('Stop a run after this many turns.'),
    timeout: z
      .union([z.string().regex(/^\d+(\.\d+)?\s*(ms|s|m|h)?$/), z.number().min(1)])
      .optional()
      .describe('Stop a run after this time: "30s", "5m", "1h", or a number of seconds.'),
    agents: z.record(z.string(), agent).optional().describe('Settings of single agents, by their id.'),
    mcpServers: z.record(z.string(), mcpServer).optional().describe('MCP servers for every run, by name.'),
    env: z
      .array(variableName)
      .optional()
      .describe('Names of environment variables that are passed on to agents where they are set.'),
    dataFolder: text
      .optional()
      .describe('Where Capstan keeps what it installs and remembers. Only in the user file.'),
  })
  .describe('Configuration of Capstan: the user file, or capstan.config.json of a project.')
