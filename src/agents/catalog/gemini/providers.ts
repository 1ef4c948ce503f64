import type { ProviderMeans } from '../../definition/definition-provider.ts'

const own = { api: 'gemini', keyVariable: 'GEMINI_API_KEY', basis: 'run' } as const
const environment = { GOOGLE_GEMINI_BASE_URL: '{baseUrl}' }

/**
 * On the command line, a base URL makes Gemini select a login type that it then rejects, unless a setting selects another.
 * Per-run settings need another home folder, because root must own the system settings.
 */
export const geminiProviders: readonly ProviderMeans[] = [
  { ...own, transport: 'acp', environment, note: 'base URL without a version at the end' },
  {
    ...own,
    transport: 'cli',
    environment: { ...environment, GEMINI_CLI_HOME: '{runFolder}/settings' },
    jsonFiles: {
      'settings/.gemini/settings.json': { security: { auth: { selectedType: 'gemini-api-key' } } },
    },
    note: 'base URL without a version at the end; uses a temporary home folder, so sessions are not kept',
  },
]
