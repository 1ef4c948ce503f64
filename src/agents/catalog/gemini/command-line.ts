import { type AgentFlags, flag } from '../../definition/definition-flags.ts'
import type { ThinkingControl } from '../../definition/definition-thinking.ts'

export const geminiFlags: AgentFlags = {
  // One argument: Gemini would parse a separate prompt that starts with a dash as an option.
  prompt: flag('run', ['--prompt={value}'], { note: 'runs one prompt without the terminal interface' }),
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
    note: 'reads only files in its directories, and no paths with spaces',
  }),
  'skip-trust': flag('run', ['--skip-trust'], {
    note: 'otherwise a run in an untrusted folder ends at once',
  }),
}

/** Gemini reads thinking settings only from a settings file, and only for a named model: a wildcard matches nothing. */
function settings(thinkingConfig: Record<string, string>): ThinkingControl['by'] {
  const modelConfig = { generateContentConfig: { thinkingConfig } }
  return {
    kind: 'settings',
    folderVariable: 'GEMINI_CLI_HOME',
    file: '.gemini/settings.json',
    content: { modelConfigs: { overrides: [{ match: { model: '{model}' }, modelConfig }] } },
    shares: {
      // Sessions and their data.
      folders: ['.gemini/tmp', '.gemini/history'],
      // Files with refreshed logins and with keys.
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

const note = 'uses a temporary home folder that links to the real one'

export const geminiThinking: readonly ThinkingControl[] = [
  {
    sets: 'effort',
    transport: 'cli',
    by: settings({ thinkingLevel: '{value}' }),
    levels: ['minimal', 'low', 'medium', 'high'],
    otherLevels: 'sent',
    written: { minimal: 'MINIMAL', low: 'LOW', medium: 'MEDIUM', high: 'HIGH' },
    basis: 'run',
    note: `for 3.x models; ${note}`,
  },
  {
    sets: 'budget',
    transport: 'cli',
    by: settings({ thinkingBudget: '{value}' }),
    basis: 'run',
    note: `3.x models also get their level; ${note}`,
  },
]
