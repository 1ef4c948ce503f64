import type { AgentSetup } from '../../src/verify/setup/agent-setup.ts'
import { agentSetups, type TestedAgent } from '../../src/verify/setup/agent-setups.ts'
import type { PreferredSettings } from './quick/job.ts'

/** One way to install a version of a program. One of the files exists afterwards, below `node_modules`. */
export interface InstallRecipe {
  packages(version: string): readonly string[]
  /** A package to unpack without its dependencies, because the registry lacks some of them. */
  unpack?(version: string): string
  /** A package whose siblings of the same scope are installed at the same version. */
  siblingsOf?: string
  files: readonly string[]
}

/** A package of a bridge, and where it says which program it brings. */
export interface BridgePackage {
  name: string
  /** Files below `node_modules` and the field with the program's version; empty if the program is inside. */
  program: readonly (readonly [file: string, field: string])[]
}

/** How versions of an agent are installed and started. */
export interface HistoryAgent {
  id: TestedAgent
  /** The package that lists the versions. */
  package: string
  recipes: readonly InstallRecipe[]
  /** Older packages too, the current one first. */
  bridges?: readonly BridgePackage[]
  /** The arguments, and those of older versions, tried in this order. */
  arguments: readonly (readonly string[])[]
  settings: PreferredSettings
  /** Packages that the program needs beside itself, and their folder with programs. */
  tool?: { package: string; folder: string }
  setup?: AgentSetup
}

const platform = `${process.platform}-${process.arch}`
const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64'

const claudeSdk = ['@anthropic-ai/claude-agent-sdk/package.json', 'claudeCodeVersion'] as const
const claudePackage = ['@anthropic-ai/claude-code/package.json', 'version'] as const

export const historyAgents: Readonly<Record<string, HistoryAgent>> = {
  claude: {
    id: 'claude',
    package: '@anthropic-ai/claude-code',
    recipes: [
      {
        packages: (version) => [`@anthropic-ai/claude-code-${platform}@${version}`],
        files: [`@anthropic-ai/claude-code-${platform}/claude`],
      },
      {
        packages: (version) => [`@anthropic-ai/claude-code@${version}`],
        files: ['@anthropic-ai/claude-code/cli.js'],
      },
    ],
    bridges: [
      { name: '@agentclientprotocol/claude-agent-acp', program: [claudeSdk, claudePackage] },
      { name: '@zed-industries/claude-agent-acp', program: [claudeSdk, claudePackage] },
      { name: '@zed-industries/claude-code-acp', program: [claudeSdk, claudePackage] },
    ],
    arguments: [[]],
    settings: { model: ['sonnet', 'haiku', 'opus'], effort: ['low', 'high'], mode: ['plan'] },
  },
  codex: {
    id: 'codex',
    package: '@openai/codex',
    recipes: [
      {
        packages: (version) => [`codex-native@npm:@openai/codex@${version}-${platform}`],
        files: ['bin/codex', 'codex/codex'].map(
          (file) => `codex-native/vendor/${machine}-unknown-linux-musl/${file}`,
        ),
      },
      { packages: (version) => [`@openai/codex@${version}`], files: ['@openai/codex/bin/codex.js'] },
    ],
    bridges: [
      { name: '@agentclientprotocol/codex-acp', program: [['@openai/codex/package.json', 'version']] },
      { name: '@zed-industries/codex-acp', program: [] },
    ],
    arguments: [[]],
    settings: {
      model: ['gpt-5.5', 'gpt-5.4', 'gpt-5.2'],
      effort: ['high', 'low'],
      mode: ['read-only'],
      asking: ['read-only'],
      acting: ['agent-full-access', 'full-access'],
    },
  },
  gemini: {
    id: 'gemini',
    package: '@google/gemini-cli',
    recipes: [{ packages: (version) => [`@google/gemini-cli@${version}`], files: ['.bin/gemini'] }],
    // Older words for the same mode.
    arguments: [
      ['--acp', '--model', 'gemini-2.5-pro'],
      ['--experimental-acp', '--model', 'gemini-2.5-pro'],
    ],
    settings: {
      model: ['gemini-3.8-flash', 'gemini-2.5-flash'],
      mode: ['plan', 'autoEdit', 'auto_edit', 'yolo'],
      asking: ['default'],
    },
  },
  opencode: {
    id: 'opencode',
    package: 'opencode-ai',
    recipes: [
      {
        packages: (version) => [`opencode-${platform}@${version}`],
        files: [`opencode-${platform}/bin/opencode`],
      },
    ],
    arguments: [['acp']],
    settings: {
      model: ['openai/gpt-6-sol', 'openai/gpt-5.2', 'anthropic/claude-sonnet-4-5'],
      effort: ['max', 'high', 'low'],
      mode: ['plan'],
    },
    setup: {
      settings: {
        '.config/opencode/opencode.json': {
          ...agentSetups.opencode.settings['.config/opencode/opencode.json'],
          permission: { edit: 'ask', bash: 'ask' },
        },
      },
    },
  },
  copilot: {
    id: 'copilot',
    package: '@github/copilot',
    recipes: [
      {
        packages: (version) => [`@github/copilot-${platform}@${version}`],
        files: [`@github/copilot-${platform}/copilot`],
      },
      { packages: (version) => [`@github/copilot@${version}`], files: ['.bin/copilot'] },
    ],
    arguments: [['--acp', '--model', 'gpt-5.4'], ['--acp']],
    settings: {},
  },
  pi: {
    id: 'pi',
    package: '@earendil-works/pi-coding-agent',
    recipes: [
      {
        packages: (version) => [`@earendil-works/pi-coding-agent@${version}`],
        siblingsOf: '@earendil-works/pi-coding-agent',
        files: ['.bin/pi'],
      },
      // The registry lacks siblings of some versions; their own package holds everything else.
      {
        packages: () => ['@silvia-odwyer/photon-node@0.3.4', 'jiti@2.7.0', 'quickjs-wasi@3.6.2'],
        unpack: (version) => `@earendil-works/pi-coding-agent@${version}`,
        files: ['@earendil-works/pi-coding-agent/dist/bundle/cli.js'],
      },
    ],
    bridges: [{ name: 'pi-acp', program: [] }],
    arguments: [[]],
    settings: { model: ['openai/gpt-5.2', 'openai/gpt-5.4'], effort: ['high', 'low'], mode: ['low', 'high'] },
  },
  omp: {
    id: 'omp',
    package: '@oh-my-pi/pi-coding-agent',
    recipes: [
      {
        packages: (version) => [`@oh-my-pi/pi-coding-agent@${version}`],
        siblingsOf: '@oh-my-pi/pi-coding-agent',
        files: ['.bin/omp'],
      },
    ],
    arguments: [['acp', '--approval-mode', 'always-ask'], ['acp']],
    settings: { model: ['openai/gpt-5.2'], effort: ['low', 'high'], mode: ['plan'] },
    tool: { package: `@oven/bun-${platform}@1.4.4`, folder: `@oven/bun-${platform}/bin` },
  },
  openclaw: {
    id: 'openclaw',
    package: 'openclaw',
    recipes: [{ packages: (version) => [`openclaw@${version}`], files: ['.bin/openclaw'] }],
    arguments: [['acp']],
    settings: { effort: ['high', 'low'], mode: ['low', 'high'] },
  },
}
