import type { Lab } from './lab.ts'
import { settingOf } from './settings.ts'

/** What the handshake and the session offer: capabilities, logins, fields, settings and modes. */
export function claimsOf({ agent: { connection }, first }: Pick<Lab, 'agent' | 'first'>): string[] {
  const { handshake } = connection
  const { session } = first.session
  const facts = Object.values(handshake.profile.facts).filter((fact) => fact.support === 'supported')
  const { state } = session
  const claims = [
    ...(handshake.protocolVersion === 2 ? ['protocol.2'] : []),
    ...facts.map(({ id }) => id).filter((id) => !/^(identity|acp)\./.test(id)),
    ...handshake.authMethods.map(({ id }) => `login.${id}`),
    ...(state.models === undefined ? [] : ['field.models']),
    ...(state.modes === undefined ? [] : ['field.modes']),
    ...state.options.map(({ id }) => `option.${id}`),
    ...(settingOf(session, 'mode')?.values ?? []).map((value) => `mode.${value}`),
  ]
  return [...new Set(claims)].toSorted()
}
