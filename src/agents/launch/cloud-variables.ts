import type { CloudLogin } from '../definition/definition-home.ts'

/** AWS secrets, which matter only if the agent is configured for Bedrock. */
export const awsSecrets = [
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_BEARER_TOKEN_BEDROCK',
] as const

/** Other variables of the AWS SDKs. */
export const awsVariables = [
  'AWS_REGION',
  'AWS_DEFAULT_REGION',
  'AWS_PROFILE',
  'AWS_CONFIG_FILE',
  'AWS_SHARED_CREDENTIALS_FILE',
] as const

/** The login of the AWS SDKs, from their documentation; a run of Claude Code read the first two files. */
export const awsLogin: Omit<CloudLogin, 'chosenBy'> = {
  reads: ['.aws/config', '.aws/credentials', '.aws/sso/cache/'],
  pathVariables: ['AWS_CONFIG_FILE', 'AWS_SHARED_CREDENTIALS_FILE'],
  hosts: [
    'sts.amazonaws.com',
    ...['sts', 'oidc', 'portal.sso'].map((service) => `${service}.{AWS_REGION}.amazonaws.com`),
  ],
}

/** The application default credentials of Google's cloud; runs of Claude Code and Gemini CLI used the first host. */
export const googleLogin: Omit<CloudLogin, 'chosenBy'> = {
  reads: ['.config/gcloud/application_default_credentials.json'],
  pathVariables: ['GOOGLE_APPLICATION_CREDENTIALS'],
  hosts: ['oauth2.googleapis.com', 'sts.googleapis.com', 'iamcredentials.googleapis.com'],
}
