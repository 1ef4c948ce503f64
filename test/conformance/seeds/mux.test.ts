import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readDeclaration } from '../../../src/capabilities/convert.ts'
import type { BuiltInAgentName, InstallMethod } from '../../../src/capabilities/ecosystems/mux/index.ts'
import { valueOf } from '../../../src/capabilities/index.ts'
import { installMethodSchema } from '../../../src/capabilities/schemas.ts'
import { readFixture } from '../../read-fixture.ts'

/** The tables of install metadata, row by row. */
const tables: Record<BuiltInAgentName, InstallMethod[]> = {
  claude: [
    { platform: 'all', type: 'npm', command: 'npm install -g @anthropic-ai/claude-code' },
    { platform: 'darwin', type: 'brew', command: 'brew install claude-code' },
  ],
  codex: [{ platform: 'all', type: 'npm', command: 'npm install -g @openai/codex' }],
  gemini: [{ platform: 'all', type: 'npm', command: 'npm install -g @google/gemini-cli' }],
  copilot: [
    {
      platform: 'all',
      type: 'gh-extension',
      command: 'gh extension install github/gh-copilot',
      notes: 'Requires GitHub CLI (gh). Install with: brew install gh / winget install GitHub.cli',
      prerequisiteCheck: 'gh --version',
    },
  ],
  cursor: [
    {
      platform: 'darwin',
      type: 'manual',
      command: 'open https://cursor.sh/download',
      notes: 'macOS .dmg installer',
    },
    { platform: 'linux', type: 'manual', command: 'open https://cursor.sh/download', notes: 'AppImage' },
    {
      platform: 'win32',
      type: 'winget',
      command: 'winget install Cursor.Cursor',
      notes: 'No headless-only install. Full app required even for CLI use.',
    },
  ],
  opencode: [
    { platform: 'all', type: 'npm', command: 'npm install -g opencode' },
    { platform: 'darwin', type: 'brew', command: 'brew install opencode/tap/opencode' },
  ],
  pi: [{ platform: 'all', type: 'npm', command: 'npm install -g @mariozechner/pi-coding-agent' }],
  omp: [{ platform: 'all', type: 'npm', command: 'npm install -g @oh-my-pi/pi-coding-agent' }],
  openclaw: [
    {
      platform: 'all',
      type: 'npm',
      command: 'npm install -g openclaw',
      notes: 'Requires Node 22.16+, 16GB RAM minimum',
    },
  ],
  hermes: [
    {
      platform: 'all',
      type: 'pip',
      command: 'pip install hermes-agent',
      notes: 'Requires Python >= 3.11',
    },
    {
      platform: 'all',
      type: 'curl',
      command:
        'curl -fsSL https://raw.githubusercontent.com/NousResearch/hermes-agent/main/scripts/install.sh | bash',
      notes: 'Shell installer',
    },
    {
      platform: 'all',
      type: 'nix',
      command: 'nix run github:NousResearch/hermes-agent',
      notes: 'Nix flake available',
    },
  ],
}

describe.each(Object.entries(tables))('the install methods of %s', (agent, methods) => {
  test('are valid unchanged', () => {
    expect(z.array(installMethodSchema).parse(methods)).toEqual(methods)
  })

  test('are in its profile', () => {
    const declaration = readFixture('declarations/mux-agent.json') as object
    const profile = readDeclaration('mux', { ...declaration, agent, installMethods: methods })
    expect(profile.subject).toEqual({ kind: 'agent', id: agent })
    expect(valueOf(profile, 'install')).toEqual(methods)
  })
})
