import { ValidationError } from '../core/validation-error.ts'
import type { DeclarationContext } from './conversion/claim-sheet.ts'
import { fromProfile as toA2E } from './ecosystems/a2e/index.ts'
import { readA2E } from './ecosystems/a2e/read.ts'
import { fromProfile as toAcp, initializeFromProfile } from './ecosystems/acp/index.ts'
import { readAcp } from './ecosystems/acp/read.ts'
import { fromProfile as toAgUi } from './ecosystems/ag-ui/index.ts'
import { readAgUi } from './ecosystems/ag-ui/read.ts'
import { fromProfile as toMux, modelFromProfile } from './ecosystems/mux/index.ts'
import { readMux } from './ecosystems/mux/read.ts'
import { fromProfile as toRelay } from './ecosystems/relay/index.ts'
import { readRelay } from './ecosystems/relay/read.ts'
import type { CapabilityProfile } from './profile.ts'
import type { Conversion } from './conversion/profile-reader.ts'
import { readProfile } from './read-profile.ts'

/** The shapes of declarations. */
export const ecosystems = ['ag-ui', 'a2e', 'relay', 'mux', 'acp', 'profile'] as const

export type Ecosystem = (typeof ecosystems)[number]

export interface WriteOptions {
  /** For `acp`: write the `initialize` response of that version instead of the normalized shape. */
  protocolVersion?: 1 | 2
}

// Readers use the input, not the result of the check: zod drops a key called `__proto__`.
const readers: Record<Ecosystem, (data: object, context: DeclarationContext) => CapabilityProfile> = {
  'ag-ui': readAgUi,
  a2e: readA2E,
  relay: readRelay,
  mux: readMux,
  acp: readAcp,
  profile: readProfile,
}

const writers: Record<Ecosystem, (profile: CapabilityProfile, options: WriteOptions) => Conversion<object>> =
  {
    'ag-ui': toAgUi,
    a2e: toA2E,
    relay: toRelay,
    mux: (profile) => (profile.subject.kind === 'model' ? modelFromProfile(profile) : toMux(profile)),
    acp: (profile, { protocolVersion: version }) =>
      version === undefined ? toAcp(profile) : initializeFromProfile(profile, { version }),
    profile: (profile) => ({ declaration: profile, notCarried: [], assumed: [] }),
  }

/** Checks a declaration of any origin and reads it into a profile. */
export function readDeclaration(
  ecosystem: Ecosystem,
  data: unknown,
  context: DeclarationContext = {},
): CapabilityProfile {
  if (typeof data !== 'object' || data === null) {
    const what = data === null || data === undefined ? String(data) : `a ${typeof data}`
    throw new ValidationError(`A declaration must be a JSON object, not ${what}`)
  }
  return readers[ecosystem](data, context)
}

/** Writes a profile in the shape of an ecosystem and lists the losses. */
export function writeDeclaration(
  ecosystem: Ecosystem,
  profile: CapabilityProfile,
  options: WriteOptions = {},
): Conversion<object> {
  return writers[ecosystem](profile, options)
}

/** Reads a declaration in one shape and writes it in another. */
export function convertDeclaration(
  data: unknown,
  { from, to, ...options }: { from: Ecosystem; to: Ecosystem } & WriteOptions,
): Conversion<object> {
  return writeDeclaration(to, readDeclaration(from, data), options)
}
