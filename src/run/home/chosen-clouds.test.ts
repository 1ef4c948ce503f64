import { expect, it } from 'vitest'
import { claudeHome } from '../../agents/catalog/claude/home.ts'
import { chosenClouds, namedFiles } from './chosen-clouds.ts'

it.each([
  [{}, []],
  [{ AWS_PROFILE: 'work', CLAUDE_CODE_USE_BEDROCK: '0' }, []],
  [{ CLAUDE_CODE_USE_BEDROCK: '' }, []],
  [{ CLAUDE_CODE_USE_BEDROCK: '1' }, ['.aws/config', '.aws/credentials', '.aws/sso/cache/']],
  [{ CLAUDE_CODE_USE_VERTEX: 'true' }, ['.config/gcloud/application_default_credentials.json']],
])('shows login files only of the cloud that %o chooses', (environment, files) => {
  expect(chosenClouds(claudeHome, environment).flatMap(({ reads }) => reads)).toEqual(files)
})

it('shows the files that variables of a chosen cloud name by an absolute path', () => {
  const environment = {
    CLAUDE_CODE_USE_BEDROCK: '1',
    AWS_CONFIG_FILE: '/etc/aws/config',
    AWS_SHARED_CREDENTIALS_FILE: 'relative',
    GOOGLE_APPLICATION_CREDENTIALS: '/keys/google.json',
  }
  expect(namedFiles(chosenClouds(claudeHome, environment), environment)).toEqual(['/etc/aws/config'])
})
