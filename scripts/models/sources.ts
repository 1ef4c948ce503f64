import { builtInAgentModels } from '../../src/models/built-in.ts'
import type { DataSource } from '../../src/models/model-record.ts'

// Change these together with the files they name: every record has its source and date.

export const modelsDev: DataSource = { name: 'models.dev', date: '2026-09-30' }
export const piPackage: DataSource = { name: 'pi-ai 1.5.0', date: '2026-11-02' }
export const claudeCode: DataSource = { name: 'Claude Code 2.1.325', date: '2026-11-15' }
export const codexProgram: DataSource = { name: 'Codex 0.166.0', date: '2026-11-15' }
export const opencodeProgram: DataSource = { name: 'OpenCode 1.18.33', date: '2026-11-15' }

/** Providers that a built-in agent selects from. */
export const providers = [...new Set(builtInAgentModels.flatMap((agent) => agent.providers))]
