import type * as Login from '../agents/detect/login.ts'

/** Loads the code that looks for logins: it can also start programs, which a gateway without requests does not need. */
export async function loginSignsLazily(): Promise<Pick<typeof Login, 'loginSigns' | 'needsNoLogin'>> {
  return await import('../agents/detect/login.ts')
}
