import { join } from 'node:path'
import { filePromises } from '../../core/file-promises.ts'
import type { ModelProxy } from '../../proxy/model-proxy.ts'
import type { SandboxMount } from '../../sandbox/sandbox-plan.ts'
import type { RunHome } from '../home/run-home.ts'

const { readdirSync, statSync } = process.getBuiltinModule('node:fs')

/** The certificates that the agent trusts: the file, and its path in the sandbox. */
export interface Certificates {
  readonly file: string
  readonly shown: string
}

/** Where the system's certificates are. */
const bundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/cert.pem',
]

/** Writes the certificates that the agent trusts: the system's, the company's and the proxy's. */
export async function writeCertificates(
  home: Pick<RunHome, 'path' | 'at' | 'environment'>,
  {
    proxy,
    environment,
  }: { proxy: Pick<ModelProxy, 'certificate'>; environment: Readonly<Record<string, string | undefined>> },
): Promise<Certificates> {
  const folder = join(home.path, '.capstan')
  await filePromises().mkdir(folder, { recursive: true, mode: 0o700 })
  const read = (name: string): string | undefined => home.environment[name] ?? environment[name]
  const system = bundles.find((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
  const files = [
    read('SSL_CERT_FILE') ?? system,
    read('NODE_EXTRA_CA_CERTS'),
    ...(read('SSL_CERT_DIR') ?? '').split(':').flatMap(filesIn),
  ]
  const texts = await Promise.all(files.filter((path) => path !== undefined).map((path) => textOf(path)))
  await filePromises().writeFile(join(folder, 'certificates.pem'), [...texts, proxy.certificate].join('\n'))
  return { file: join(folder, 'certificates.pem'), shown: join(home.at, '.capstan', 'certificates.pem') }
}

/** Shows the certificates of the run in place of the system's, for programs that read no variable. */
export function bundleMounts(from: string): SandboxMount[] {
  return bundles
    .filter((at) => statSync(at, { throwIfNoEntry: false })?.isFile())
    .map((at) => ({ from, at, isWritable: false }))
}

function filesIn(folder: string): string[] {
  try {
    return folder === '' ? [] : readdirSync(folder).map((name) => join(folder, name))
  } catch {
    return []
  }
}

/** Only certificates: a folder may hold private keys and other files beside them. */
async function textOf(path: string): Promise<string> {
  const text = await filePromises()
    .readFile(path, 'utf8')
    .catch(() => '')
  return (text.match(certificate) ?? []).join('\n')
}

const certificate = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]+-----END (?:TRUSTED )?CERTIFICATE-----/g
