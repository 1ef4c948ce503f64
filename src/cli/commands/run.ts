import type { LaunchPlan } from '../../agents/launch-plan.ts'
import type { Attachment, RunOptions } from '../../run/options.ts'
import type { Command, Invocation, Option } from '../command.ts'
import { readJsonInput } from '../input.ts'
import { columns } from '../output/columns.ts'
import type { Output } from '../output/output.ts'
import { UsageError } from '../usage-error.ts'

const options: readonly Option[] = [
  { name: 'dry-run', help: 'judge the run and print how the agent would be started' },
  { name: 'model', short: 'm', value: '<model>', help: 'a model of the agent, by id or alias' },
  { name: 'allow-unknown-model', help: 'pass on a model that is not known' },
  {
    name: 'effort',
    value: '<level>',
    help: 'how hard it thinks: low, medium, high, max or a word of the model',
  },
  { name: 'budget', value: '<tokens>', help: 'how much it thinks, for models that take a budget' },
  { name: 'resume', value: '<session>', help: 'go on with an earlier session' },
  { name: 'fork', value: '<session>', help: 'branch from an earlier session' },
  { name: 'no-session', help: 'keep nothing of the session' },
  { name: 'system-prompt', value: '<text>', help: "instead of the agent's own" },
  { name: 'append-system-prompt', value: '<text>', help: "after the agent's own" },
  { name: 'image', value: '<file>', repeats: true, help: 'an image that goes with the prompt' },
  { name: 'file', value: '<file>', repeats: true, help: 'a file that goes with the prompt' },
  { name: 'add-dir', value: '<folder>', repeats: true, help: 'another folder it may see' },
  { name: 'schema', value: '<file>', help: 'a JSON Schema the answer has to follow' },
  {
    name: 'approval',
    value: '<mode>',
    help: 'what happens to tools that need approval: yolo, prompt or deny',
  },
  { name: 'max-turns', value: '<number>', help: 'stop after this many turns' },
  { name: 'max-cost', value: '<dollars>', help: 'stop at this cost' },
  { name: 'transport', value: '<road>', help: 'acp or cli; chosen by what is asked if not given' },
  { name: 'strict', help: 'refuse what is not known to work, instead of warning' },
]

export const runCommand: Command = {
  description: 'Judges a run of an agent before anything is started, and prints how it would be started.',
  usage: '<agent> <prompt> --dry-run',
  options,
  maxArguments: 2,
  examples: ['capstan run codex "explain this repository" --effort max --dry-run'],
  async run({ values, arguments: [agent, prompt], output }) {
    if (agent === undefined || prompt === undefined) {
      throw new UsageError(
        'The agent or the prompt is missing',
        'Use capstan run <agent> <prompt> --dry-run.',
      )
    }
    if (!values.has('dry-run')) {
      throw new UsageError(
        'capstan run only plans a run so far',
        'Add --dry-run to see how the agent would be started.',
      )
    }
    const { createClient } = await import('../../run/client.ts')
    const plan = createClient().planRun(await readOptions({ agent, prompt }, values))
    output.data(plan, () => planText(plan, output))
    return 0
  },
}

async function readOptions(
  base: Pick<RunOptions, 'agent' | 'prompt'>,
  values: Invocation['values'],
): Promise<RunOptions> {
  const one = (name: string): string | undefined => values.get(name)?.[0]
  const number = (name: string): number | undefined =>
    one(name) === undefined ? undefined : Number(one(name))
  const files = (kind: Attachment['kind']): Attachment[] =>
    (values.get(kind) ?? []).map((path) => ({ kind, path }))
  const schema = one('schema')
  return {
    ...base,
    model: one('model'),
    allowUnknownModel: values.has('allow-unknown-model'),
    thinkingEffort: one('effort'),
    thinkingBudgetTokens: number('budget'),
    sessionId: one('resume'),
    forkSessionId: one('fork'),
    noSession: values.has('no-session'),
    systemPrompt: one('system-prompt'),
    appendSystemPrompt: one('append-system-prompt'),
    attachments: [...files('image'), ...files('file')],
    additionalDirectories: values.get('add-dir'),
    outputSchema: schema === undefined ? undefined : await readJsonInput(schema),
    approvalMode: one('approval') as RunOptions['approvalMode'],
    maxTurns: number('max-turns'),
    maxCostUsd: number('max-cost'),
    transport: one('transport') as RunOptions['transport'],
    strict: values.has('strict'),
  }
}

function planText(plan: LaunchPlan, { style }: Output): string {
  const quoted = [plan.command, ...plan.arguments].map((word) =>
    /^[\w@%+=:,./{}-]+$/.test(word) ? word : JSON.stringify(word),
  )
  const rows = [
    ['agent', `${plan.agent}, ${plan.road === 'acp' ? 'over ACP' : 'by its command line'}`],
    ['command', quoted.join(' ')],
    ...Object.entries(plan.environment).map(([name, value]) => ['set', `${name}=${value}`]),
    ['passed on', plan.passedOn.join(', ')],
    ...(plan.withheld.length === 0 ? [] : [['withheld', plan.withheld.join(', ')]]),
    ...plan.sessionOptions.map(({ category, value }) => ['session', `${category} = ${value}`]),
    ...plan.files.map(({ path, content }) => [
      'file',
      `${path}\n${content.trimEnd().replaceAll(/^/gm, '    ')}`,
    ]),
    ...plan.warnings.map((warning) => [style.warn('warning'), warning]),
  ]
  return columns(rows, '')
}
