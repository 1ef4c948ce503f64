import type { CheckName } from '../../src/testing/contract/check-name.ts'
import type { TestedAgent } from '../../src/verify/setup/agent-setups.ts'

/** A check of something that the agent does not claim, and what the check saw. */
interface NotApplicable {
  'not-applicable': string
}

/** A claim that does not hold, by a defect of the agent, and what the check saw. */
interface Refuted {
  refuted: string
}

/** A check that cannot find out, and why. */
interface NotTried {
  'not-tried': string
}

type Expected = NotApplicable | Refuted | NotTried

const notAdvertised = (id: string): NotApplicable => ({ 'not-applicable': `${id} is not advertised` })
const silentFailure: Refuted = {
  refuted: 'reported as AGENT_ERROR: openclaw ended the turn without a result',
}
const noSetting: NotApplicable = { 'not-applicable': 'the session has no such setting' }
const noAudio = notAdvertised('prompt.audio')
const noDirectories = notAdvertised('session.additional-directories')
const noSystemPrompt = notAdvertised('session.system-prompt')
const noSteering = notAdvertised('interaction.steer')
const noCost: NotApplicable = { 'not-applicable': 'the agent reported no cost' }
const noPlan: NotApplicable = { 'not-applicable': 'the agent offers the model no tool for a plan' }
const noStreamedInput: NotApplicable = {
  'not-applicable': 'the input arrived whole, and the agent does not claim otherwise',
}
const noServers = (agent: string): NotApplicable => ({
  'not-applicable': `Agent '${agent}' does not support mcpCapabilities.stdio over ACP`,
})
const noSchema = (agent: string): NotApplicable => ({
  'not-applicable': `Agent '${agent}' does not support structuredOutput on its command line`,
})
const actsOutside = (policy: string): NotApplicable => ({
  'not-applicable': `openclaw acts through "openclaw gateway run" over ACP, which runs outside of the sandbox, so the policy "${policy}" cannot be enforced`,
})

const asDefined = (saw: string): NotApplicable => ({
  'not-applicable': `${saw}, as the definition of the agent says`,
})
const notClaimed = (id: string): NotApplicable => ({
  'not-applicable': `${id} is not claimed for the command line`,
})
/** Only Claude Code has an option for it. */
const noTurnLimit = notClaimed('execution.max-iterations')
const noFolders = notClaimed('session.additional-directories')
const wholeInput = asDefined('the input arrived whole')
const wholeText = asDefined('the text arrived whole')
const wholeThought = asDefined('the thought arrived whole')

const untrusted: NotTried = {
  'not-tried': 'it did not reach the model; some agents load skills only in a folder that the user trusts',
}

/** Agents that run every tool at once. */
const neverAsks: Partial<Record<CheckName, Expected>> = {
  'tool-deny': { 'not-applicable': 'the agent acts without asking' },
  'shell-deny': { 'not-applicable': 'the agent runs commands without asking' },
}

/** Every difference between an agent and the contract. All other claims must hold. */
export const expectations: Readonly<Record<TestedAgent, Partial<Record<CheckName, Expected>>>> = {
  claude: { audio: noAudio, plan: noPlan },
  codex: {
    audio: noAudio,
    'tool-call-streaming': noStreamedInput,
    plan: noPlan,
    // The command of a cancelled turn runs until the session is closed.
    cancel: { refuted: 'the turn ended as cancelled, but its command runs on' },
    // Only at the effort ultra does Codex offer its model a tool that starts other agents.
    subagents: { 'not-tried': 'the agent offers the model no known tool for it' },
    cost: noCost,
    'cli-streamed': wholeText,
    'cli-thinking': wholeThought,
    'cli-tool-call-streaming': wholeInput,
    'cli-max-turns': noTurnLimit,
  },
  gemini: {
    'tool-call-streaming': noStreamedInput,
    // The update that ends a command has an empty content.
    'shell-output': { refuted: 'the command ran, but no event shows its output' },
    'additional-directory': noDirectories,
    'structured-output': noSchema('gemini'),
    plan: noPlan,
    subagents: { 'not-tried': 'the tool was called, but no subagent asked the model' },
    'agents-md': { 'not-applicable': 'it did not reach the model, and the agent does not claim it' },
    'system-prompt': noSystemPrompt,
    steer: noSteering,
    fork: notAdvertised('session.fork'),
    list: notAdvertised('session.list'),
    close: notAdvertised('session.close'),
    delete: notAdvertised('session.delete'),
    effort: noSetting,
    cost: noCost,
    'cli-thinking': asDefined('no thought arrived'),
    'cli-tool-call-streaming': wholeInput,
    'cli-max-turns': noTurnLimit,
    'cli-agents-md': asDefined('it did not reach the model'),
  },
  copilot: {
    audio: noAudio,
    // Copilot advertises embedded context, and its model gets neither the text nor the name of the resource.
    'embedded-resource': { refuted: 'the prompt was answered, but it did not reach the model' },
    'tool-call-streaming': noStreamedInput,
    'additional-directory': noDirectories,
    mcp: noServers('copilot'),
    'structured-output': noSchema('copilot'),
    plan: noPlan,
    'system-prompt': noSystemPrompt,
    steer: noSteering,
    fork: notAdvertised('session.fork'),
    delete: notAdvertised('session.delete'),
    model: noSetting,
    effort: noSetting,
    cost: noCost,
    'cli-max-turns': noTurnLimit,
  },
  opencode: {
    audio: noAudio,
    'tool-call-streaming': noStreamedInput,
    'additional-directory': noDirectories,
    'structured-output': noSchema('opencode'),
    'system-prompt': noSystemPrompt,
    steer: noSteering,
    delete: notAdvertised('session.delete'),
    // The call of its tool for a plan succeeds, but no event has the plan.
    plan: { refuted: 'the model wrote a plan, but no event reports it' },
    'cli-streamed': wholeText,
    'cli-thinking': wholeThought,
    'cli-tool-call-streaming': wholeInput,
    'cli-additional-directory': noFolders,
    'cli-max-turns': noTurnLimit,
  },
  pi: {
    ...neverAsks,
    'embedded-resource': notAdvertised('prompt.embedded-context'),
    audio: noAudio,
    'tool-call-streaming': noStreamedInput,
    'additional-directory': noDirectories,
    mcp: noServers('pi'),
    'mcp-http': notAdvertised('mcp.http'),
    'structured-output': noSchema('pi'),
    plan: noPlan,
    subagents: { 'not-applicable': 'the agent offers the model no tool for it' },
    // The bridge lists the skill when the session opens, but Pi loads it only in a trusted folder.
    skills: untrusted,
    'system-prompt': noSystemPrompt,
    steer: noSteering,
    fork: notAdvertised('session.fork'),
    close: notAdvertised('session.close'),
    cost: noCost,
    'cli-additional-directory': noFolders,
    'cli-max-turns': noTurnLimit,
  },
  omp: {
    audio: noAudio,
    'tool-call-streaming': noStreamedInput,
    'additional-directory': noDirectories,
    'structured-output': noSchema('omp'),
    'system-prompt': noSystemPrompt,
    steer: noSteering,
    delete: notAdvertised('session.delete'),
    'cli-tool-call-streaming': wholeInput,
    'cli-max-turns': noTurnLimit,
  },
  openclaw: {
    ...neverAsks,
    'policy-deny': actsOutside('deny'),
    'policy-allow-reads': actsOutside('allow-reads'),
    thinking: { 'not-applicable': 'no thinking arrived, as the definition of the agent says' },
    audio: noAudio,
    'tool-call-streaming': noStreamedInput,
    'additional-directory': noDirectories,
    mcp: noServers('openclaw'),
    'mcp-http': notAdvertised('mcp.http'),
    'structured-output': noSchema('openclaw'),
    plan: noPlan,
    subagents: { 'not-tried': 'the agent offers the model no known tool for it' },
    skills: untrusted,
    'system-prompt': noSystemPrompt,
    steer: noSteering,
    // OpenClaw gives a session another id than it accepts, and lists no sessions of a folder.
    resume: {
      refuted: 'openclaw refused session/resume: Internal error; loading the session instead',
    },
    list: { refuted: 'an earlier session is not listed' },
    fork: notAdvertised('session.fork'),
    delete: notAdvertised('session.delete'),
    model: noSetting,
    'long-output': { refuted: '500000 characters instead of 1048576' },
    'agents-md': { 'not-applicable': 'it did not reach the model, and the agent does not claim it' },
    effort: { refuted: 'adaptive is offered, but refused' },
    // It reports no error of its provider.
    'auth-error': silentFailure,
    'rate-limit': silentFailure,
    'server-error': silentFailure,
    overloaded: silentFailure,
    'cli-resume': {
      'not-applicable': "Agent 'openclaw' does not support sessionCapabilities.resume on its command line",
    },
    usage: { 'not-applicable': 'the agent reported neither tokens nor cost' },
    'billed-tokens': { 'not-applicable': 'the agent reported no tokens' },
    cost: noCost,
    'cli-streamed': wholeText,
    'cli-thinking': asDefined('no thought arrived'),
    'cli-events': asDefined('no tool call was reported before the answer'),
    'cli-tool-call-streaming': wholeInput,
    'cli-image': notClaimed('prompt.image'),
    'cli-additional-directory': noFolders,
    'cli-max-turns': noTurnLimit,
  },
}

/** The results of these checks differ from what is expected. */
export function unexpected(
  agent: TestedAgent,
  checks: readonly { name: CheckName; result: string; saw: string }[],
): CheckName[] {
  return checks.flatMap(({ name, result, saw }) => {
    const [[expected, text] = []] = Object.entries(expectations[agent][name] ?? { verified: saw })
    return expected === result && text === saw ? [] : [name]
  })
}
