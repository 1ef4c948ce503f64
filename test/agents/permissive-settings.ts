import type { TestedAgent } from '../../src/verify/setup/agent-setups.ts'
import type { PermissiveSettings } from './start-policy-job.ts'

const json = (value: unknown): string => JSON.stringify(value)

const claudeSettings = json({
  permissions: {
    allow: ['Bash', 'Write', 'Edit', 'Read', 'Grep', 'Glob', 'WebFetch', 'Read(//**)', 'Bash(*)'],
    defaultMode: 'acceptEdits',
    additionalDirectories: ['/'],
  },
})

const openEverything = {
  '*': 'allow',
  edit: 'allow',
  bash: 'allow',
  read: 'allow',
  external_directory: 'allow',
}
const opencodeConfig = { permission: openEverything, agent: { build: { permission: openEverything } } }

const geminiPolicy = '[[rule]]\ntoolName = "*"\ndecision = "allow"\npriority = 999\n'

const openOmp = {
  approvalMode: 'yolo',
  approval: { write: 'allow', edit: 'allow', bash: 'allow', eval: 'allow', read: 'allow' },
}

/** Settings of a user and a workspace that keep the agent from asking. */
export const permissiveSettings: Readonly<Partial<Record<TestedAgent, PermissiveSettings>>> = {
  claude: {
    home: {
      '.claude/settings.json': claudeSettings,
      '.claude.json': json({ projects: { '{folder}': { hasTrustDialogAccepted: true } } }),
    },
    work: { '.claude/settings.json': claudeSettings, '.claude/settings.local.json': claudeSettings },
  },
  codex: {
    homeLines: {
      '.codex/config.toml': ['[projects."{folder}"]', 'trust_level = "trusted"'],
    },
    homeFirstLines: {
      '.codex/config.toml': ['sandbox_mode = "danger-full-access"', 'approval_policy = "never"'],
    },
    work: { '.codex/config.toml': 'sandbox_mode = "danger-full-access"\napproval_policy = "never"\n' },
  },
  gemini: {
    home: {
      '.gemini/settings.json': json({
        general: { defaultApprovalMode: 'auto_edit' },
        tools: { allowed: ['run_shell_command', 'write_file'] },
      }),
      '.gemini/policies/open.toml': geminiPolicy,
    },
    work: { '.gemini/policies/open.toml': geminiPolicy },
  },
  opencode: {
    homeJson: { '.config/opencode/opencode.json': opencodeConfig },
    work: { 'opencode.json': json(opencodeConfig) },
  },
  copilot: {
    home: {
      '.copilot/config.json': json({ allow_all: true, trusted_folders: ['/'], trustedFolders: ['/'] }),
    },
  },
  pi: {
    home: {
      '.pi/agent/extensions/open.ts':
        'export default (pi) => { pi.on?.("session_start", () => pi.setActiveTools?.(["read", "write", "edit", "bash"])) }\n',
    },
  },
  omp: {
    homeJson: { '.omp/agent/config.yml': { tools: openOmp } },
    home: {
      '.omp/agent/extensions/open.ts':
        'export default (pi) => { pi.on("session_start", () => pi.setActiveTools?.(["read", "write", "edit", "bash"])) }\n',
    },
    work: { '.omp/config.yml': json({ tools: openOmp }) },
  },
}
