import type { Command } from '../command.ts'
import type { Style } from '../output/style.ts'
import type { AgentReport } from './doctor/agent.ts'
import type { Finding } from './doctor/finding.ts'
import { agentsOption, openClient } from './known-agents.ts'

export const doctor: Command = {
  description:
    'Looks for everything that would stop a run, and says what to do about it. Exits with 1 when there is a problem.\n' +
    'Nothing is changed. Logins are looked at offline, where the agent has a command for it, otherwise by the names of\n' +
    'variables and files; nothing is sent anywhere.',
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
  if (!hasAgent) return 'Install an agent to begin with, for example: capstan install claude'
  const findings = [
    ...machine,
    ...agents.filter((agent) => agent.installed).flatMap((agent) => agent.findings),
  ]
  const problems = findings.filter(({ status }) => status === 'problem').length
  return problems === 0 ? 'Nothing found that would stop a run.' : `Problems to fix: ${problems}.`
}
