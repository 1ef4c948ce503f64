/** The variables that set what a configuration file can set, each with its key. */
export const configVariables: Readonly<Record<string, { key: string; isNumber?: true }>> = {
  CAPSTAN_AGENT: { key: 'agent' },
  CAPSTAN_MODEL: { key: 'model' },
  CAPSTAN_EFFORT: { key: 'effort' },
  CAPSTAN_TRANSPORT: { key: 'transport' },
  CAPSTAN_PERMISSIONS: { key: 'permissions' },
  CAPSTAN_MAX_COST: { key: 'maxCostUsd', isNumber: true },
  CAPSTAN_MAX_TOKENS: { key: 'maxTokens', isNumber: true },
  CAPSTAN_MAX_TURNS: { key: 'maxTurns', isNumber: true },
  CAPSTAN_TIMEOUT: { key: 'timeout' },
}
