import type { Command } from '../command.ts'
import type { Style } from '../output/style.ts'
import type { AgentReport } from './doctor/agent.ts'
import type { Finding } from './doctor/finding.ts'
import { agentsOption, openClient } from './known-agents.ts'

export const doctor: Command = {
  description:
    'Checks this machine and the installed agents for problems that would stop a run, and suggests fixes.\n' +
    'Exits with 1 if there is a problem. Changes nothing and sends nothing: logins are checked offline, with a command\n' +
    'of the agent or by the names of variables and files.',
  usage: '[agent]…',
  options: [agentsOption],
  maxArguments: Infinity,
  examples: ['capstan doctor', 'capstan doctor claude --json'],
  async run({ values, arguments: typed, output }) {
    const { findAgent } = await import('./agent-argument.ts')
    const named = await Promise.all(typed.map((name) => findAgent(name, { values })))
    const { examine } = await import('./doctor/examine.ts')
    const report = await examine(
      named.map(({ id }) => id),
      await openClient(values),
    )
    output.data(report, () => doctorText(report, output.style))
    return report.ok ? 0 : 1
  },
}

function doctorText(report: { machine: Finding[]; agents: AgentReport[] }, style: Style): string {
  const installed = report.agents.filter((agent) => agent.installed)
  const missing = report.agents.filter((agent) => !agent.installed)
  const hasAgent = installed.some(({ simulated }) => !simulated)
  const parts = [
    [style.bold('This machine'), ...report.machine.map((finding) => findingText(finding, style))],
    ...installed.map(({ name, findings }) => [
      style.bold(name),
      ...findings.map((finding) => findingText(finding, style)),
    ]),
  ]
  if (missing.length > 0) {
    parts.push([
      style.bold(hasAgent ? 'Not installed' : 'No agent is installed'),
      ...missing.map(({ name, findings }) => `  ${name}: ${findings[0]?.fix}`),
    ])
  }
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n\n${summary(report, hasAgent || missing.length === 0)}`
}

function findingText({ status, what, fix }: Finding, style: Style): string {
  const mark = { ok: style.good('ok'), warning: style.warn('warning'), problem: style.bad('problem') }[status]
  return fix === undefined ? `  ${mark} ${what}` : `  ${mark} ${what}\n    fix: ${fix}`
}

function summary(
  { machine, agents }: { machine: Finding[]; agents: AgentReport[] },
  hasAgent: boolean,
): string {
  if (!hasAgent) return 'Install an agent first, for example: capstan install claude'
  const findings = [
    ...machine,
    ...agents.filter((agent) => agent.installed).flatMap((agent) => agent.findings),
  ]
  const problems = findings.filter(({ status }) => status === 'problem').length
  return problems === 0 ? 'No problems found.' : `Problems to fix: ${problems}.`
}
