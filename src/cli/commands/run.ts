import type { Command, Invocation } from '../command.ts'
import { UsageError } from '../usage-error.ts'
import { agentArguments, withAcpAgent } from './acp-agent.ts'
import { openClient } from './known-agents.ts'
import { readDocuments, readPromptWithInput, requirePaths } from './run/documents.ts'
import { driveRun } from './run/drive.ts'
import { runOptions } from './run/option-list.ts'
import { readRunOptions } from './run/read-options.ts'
import { createPerson } from '../output/permission-prompt/person.ts'
import { findAgent } from './agent-argument.ts'
import type { RunPlan } from '../../run/launch/enforcement.ts'
import { columns } from '../output/columns.ts'
import type { Style } from '../output/style.ts'
import { canAsk } from '../output/permission-prompt/can-ask.ts'

export const runCommand: Command = {
  description:
    'Sends an agent a prompt and shows what it does. The answer goes to stdout, everything else to stderr;\n' +
    'with --json every event is one line of JSON. Options the agent does not support are rejected before it starts.',
  usage: '<agent|auto> [<prompt>…|-]',
  options: runOptions,
  maxArguments: Infinity,
  stopsItself: true,
  examples: [
    'capstan run claude "explain this repository"',
    'capstan run claude fix the failing test',
    'capstan run codex "fix the failing test" --effort high --max-cost 0.50',
    'git diff | capstan run gemini "review this" --permissions deny > review.txt',
    'capstan run claude "fix the failing test" --fallback codex,gemini',
    'capstan run auto --need "json schema" --max-price 3 "list the exported functions"',
    'capstan run codex "explain this repository" --effort max --dry-run',
    'capstan run --acp "my-agent --stdio" "explain this repository" --env MY_KEY',
  ],
  async run({ values, arguments: args, output, signal }) {
    const [agent, ...typed] = await withAcpAgent(args, values, Infinity)
    if (agent === undefined) {
      const next = 'Use capstan run <agent> <prompt>; run capstan agents to list the agents.'
      throw new UsageError('The agent is missing', next)
    }
    const isAttended = canAsk()
    const text = typed.length === 0 ? undefined : typed.join(' ')
    const given = await readPromptWithInput(text, { values, output, signal })
    const prompt = given === '' && isAttended ? await askPrompt(agent, { values, signal }) : given
    if (prompt === '') {
      await findAgent(agent, { values })
      const next = `Use capstan run ${agentArguments(agent, values)} "<prompt>", or pipe the prompt in.`
      throw new UsageError('The prompt is missing', next)
    }
    const { options, warnings } = readRunOptions({ agent, prompt }, values, {
      ...(await readDocuments(values)),
      cwd: process.cwd(),
      environment: process.env,
      canAsk: isAttended,
      json: output.json,
    })
    requirePaths(options)
    const client = await openClient(values)
    if (!values.has('dry-run')) {
      const [verbose, [record]] = [values.has('verbose'), values.get('record') ?? []]
      return await driveRun(client, {
        options,
        agentArguments: agentArguments(agent, values),
        warnings,
        output,
        signal,
        verbose,
        record,
        canAsk: isAttended,
      })
    }
    const plan = client.planRun(options)
    output.data(plan, () => planText(plan, output.style))
    return 0
  },
}

/** Asks for a prompt on the terminal after checking that the agent exists. Empty if the person cancels. */
async function askPrompt(
  agent: string,
  { values, signal }: Pick<Invocation, 'values' | 'signal'>,
): Promise<string> {
  const name = agent === 'auto' ? agent : (await findAgent(agent, { values })).definition.name
  const person = createPerson({
    input: process.stdin,
    output: process.stderr,
    interrupt: () => process.emit('SIGINT', 'SIGINT'),
  })
  const typed = await person.line(`Prompt for ${name}: `, signal)
  return (typed ?? '').trim()
}

/** A launch plan as text. */
function planText(plan: RunPlan, style: Style): string {
  const quoted = [plan.command, ...plan.arguments].map((argument) =>
    /^[\w@%+=:,./{}-]+$/.test(argument) ? argument : JSON.stringify(argument),
  )
  const rows = [
    ['agent', `${plan.agent}, ${plan.transport === 'acp' ? 'over ACP' : 'over its command line'}`],
    ['command', quoted.join(' ')],
    ...(plan.stdin === undefined ? [] : [['stdin', stdinText(plan.stdin)]]),
    ...Object.entries(plan.environment).map(([name, value]) => ['set', `${name}=${value}`]),
    ['policy', policyTexts[plan.enforcement]],
    ['network', networkText(plan.network)],
    ['limits', plan.limitsReason === undefined ? plan.limits : `${plan.limits}: ${plan.limitsReason}`],
    ['passed on', plan.passedOn.join(', ')],
    ...(plan.withheld.length === 0 ? [] : [['withheld', plan.withheld.join(', ')]]),
    ...plan.sessionOptions.map(({ category, value }) => ['session', `${category} = ${value}`]),
    ...plan.files.map(({ path, content }) => [
      'file',
      `${path}\n${content.trimEnd().replaceAll(/^/gm, '    ')}`,
    ]),
    ...plan.warnings.map((warning) => [style.warn('warning'), warning]),
  ]
  return columns(rows, { indent: '' })
}

const policyTexts = {
  sandbox: 'enforced by the sandbox',
  agent: 'enforced by the agent',
  none: 'not enforced',
} as const

function networkText(network: RunPlan['network']): string {
  if (network === 'open') return 'open'
  return network.length === 0 ? 'none' : network.join(', ')
}

/** Longer prompts are mostly piped files. */
const shownLength = 400

function stdinText(text: string): string {
  const rest = text.length - shownLength
  return rest > 0 ? `${text.slice(0, shownLength)}… and ${rest} more characters` : text
}
