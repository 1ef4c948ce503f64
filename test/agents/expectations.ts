import type { CheckName } from '../../src/testing/contract/check-name.ts'
import type { TestedAgent } from './agent-surroundings.ts'

/** A skipped check, and the reason. */
interface Skipped {
  skipped: string
}

/** A check that the agent fails by its own defect, and the reason. */
interface Failed {
  failed: string
}

const notAdvertised = (id: string): Skipped => ({ skipped: `${id} is not advertised` })
const noSetting: Skipped = { skipped: 'the session has no such setting' }

/** Every difference between an agent and the contract. All other checks must pass. */
export const expectations: Readonly<Record<TestedAgent, Partial<Record<CheckName, Skipped | Failed>>>> = {
  claude: {},
  codex: {},
  gemini: {
    fork: notAdvertised('session.fork'),
    list: notAdvertised('session.list'),
    close: notAdvertised('session.close'),
    delete: notAdvertised('session.delete'),
    'additional-directory': notAdvertised('session.additional-directories'),
    effort: noSetting,
  },
  copilot: {
    fork: notAdvertised('session.fork'),
    delete: notAdvertised('session.delete'),
    mcp: { skipped: "Agent 'copilot' does not support mcpCapabilities.stdio over ACP" },
    'additional-directory': notAdvertised('session.additional-directories'),
    model: noSetting,
    effort: noSetting,
  },
  opencode: {
    delete: notAdvertised('session.delete'),
    'additional-directory': notAdvertised('session.additional-directories'),
  },
  pi: {
    'tool-deny': { skipped: 'the agent acts without asking' },
    fork: notAdvertised('session.fork'),
    close: notAdvertised('session.close'),
    mcp: { skipped: "Agent 'pi' does not support mcpCapabilities.stdio over ACP" },
    'additional-directory': notAdvertised('session.additional-directories'),
  },
  omp: {
    delete: notAdvertised('session.delete'),
    'additional-directory': notAdvertised('session.additional-directories'),
  },
  openclaw: {
    thinking: { skipped: 'no thinking arrived, as the definition of the agent says' },
    'tool-deny': { skipped: 'the agent acts without asking' },
    // OpenClaw gives a session another id than it accepts, and lists no sessions of a folder.
    resume: {
      failed: 'openclaw refused session/resume: Internal error; loading the session instead',
    },
    list: { failed: 'an earlier session is not listed' },
    fork: notAdvertised('session.fork'),
    delete: notAdvertised('session.delete'),
    mcp: { skipped: "Agent 'openclaw' does not support mcpCapabilities.stdio over ACP" },
    'additional-directory': notAdvertised('session.additional-directories'),
    model: noSetting,
    usage: { skipped: 'the agent reported neither tokens nor cost' },
  },
}
