import type { ProviderMeans } from '../../definition/definition-provider.ts'

const own = { api: 'gemini', keyVariable: 'GEMINI_API_KEY', basis: 'run' } as const
const environment = { GOOGLE_GEMINI_BASE_URL: '{baseUrl}' }

/**
 * On its command line a base URL makes it choose a kind of login that it then refuses, unless a setting chooses another. It
 * reads settings of a run only from another home; its system settings have to be root's.
 */
export const geminiProviders: readonly ProviderMeans[] = [
  { ...own, transport: 'acp', environment, note: 'without a version at its end' },
  {
    ...own,
    transport: 'cli',
    environment: { ...environment, GEMINI_CLI_HOME: '{runFolder}/settings' },
    jsonFiles: {
      'settings/.gemini/settings.json': { security: { auth: { selectedType: 'gemini-api-key' } } },
    },
    note: 'without a version at its end; a home of its own, so that sessions are not kept',
  },
]
