import { type AgentFlags, flag } from '../../definition/definition-flags.ts'
import type { ThinkingControl } from '../../definition/definition-thinking.ts'

export const geminiFlags: AgentFlags = {
  // As one word: a prompt that begins with a dash would be an option of its own.
  prompt: flag('run', ['--prompt={value}'], { note: 'this is what makes a run headless' }),
  'prompt-stdin': flag('run', []),
  model: flag('run', ['--model', '{value}']),
  resume: flag('run', ['--resume', '{value}']),
  continue: flag('run', ['--resume', 'latest']),
  'session-id': flag('run', ['--session-id', '{value}'], { note: 'a UUID' }),
  'add-directory': flag('help', ['--include-directories', '{value}'], { variadic: true }),
  stream: flag('run', ['--output-format', 'stream-json']),
  image: flag('run', ['@{value}'], {
    place: 'prompt',
    copied: true,
    note: 'it reads no file outside its directories, and none whose path has a blank',
  }),
  'skip-trust': flag('run', ['--skip-trust'], { note: 'a folder that is not trusted ends a headless run' }),
}

/** Only a settings file says it, and only for a model that is named: a match of every model matches none. */
function settings(thinkingConfig: Record<string, string>): ThinkingControl['by'] {
  const modelConfig = { generateContentConfig: { thinkingConfig } }
  return {
    kind: 'settings',
    folderVariable: 'GEMINI_CLI_HOME',
    file: '.gemini/settings.json',
    content: { modelConfigs: { overrides: [{ match: { model: '{model}' }, modelConfig }] } },
    shares: {
      // Sessions and what belongs to them.
      folders: ['.gemini/tmp', '.gemini/history'],
      // What it writes a renewed login to, and where it reads keys.
      files: [
        ...[
          'oauth_creds.json',
          'google_accounts.json',
          'gemini-credentials.json',
          'mcp-oauth-tokens.json',
        ].map((name) => `.gemini/${name}`),
        '.env',
        '.agents',
      ],
    },
  }
}

const note = 'in a home of the run that links to the own one'

export const geminiThinking: readonly ThinkingControl[] = [
  {
    sets: 'effort',
    transport: 'cli',
    by: settings({ thinkingLevel: '{value}' }),
    levels: ['minimal', 'low', 'medium', 'high'],
    otherLevels: 'sent',
    written: { minimal: 'MINIMAL', low: 'LOW', medium: 'MEDIUM', high: 'HIGH' },
    basis: 'run',
    note: `for models of the 3.x family; ${note}`,
  },
  {
    sets: 'budget',
    transport: 'cli',
    by: settings({ thinkingBudget: '{value}' }),
    basis: 'run',
    note: `a 3.x model gets its level as well; ${note}`,
  },
]
