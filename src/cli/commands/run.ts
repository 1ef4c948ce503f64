import type { Command } from '../command.ts'
import { canAsk } from '../output/permission-prompt/can-ask.ts'
import { UsageError } from '../usage-error.ts'
import { agentArguments, withAcpAgent } from './acp-agent.ts'
import { openClient } from './known-agents.ts'
import { readDocuments, readPromptWithInput, requirePaths } from './run/documents.ts'
import { driveRun } from './run/drive.ts'
import { runOptions } from './run/option-list.ts'
import { askPrompt } from './run/ask-prompt.ts'
import { planText } from './run/plan-text.ts'
import { readRunOptions } from './run/read-options.ts'

export const runCommand: Command = {
  description:
    'Sends an agent a prompt and shows what it does. The answer goes to stdout, everything else to stderr;\n' +
    'with --json every event is one line of JSON. Options the agent does not support are rejected before it starts.',
  usage: '<agent> [<prompt>…|-]',
  options: runOptions,
  maxArguments: Infinity,
  stopsItself: true,
  examples: [
    'capstan run claude "explain this repository"',
    'capstan run claude fix the failing test',
    'capstan run codex "fix the failing test" --effort high --max-cost 0.50',
    'git diff | capstan run gemini "review this" --permissions deny > review.txt',
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
