import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes the licenses of the bundled packages, also of those that are installed inside another package. */
export function writeLicenses(root: string, modules: ReadonlySet<string>): void {
  const inPackage = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)/
  const folders = new Set(Array.from(modules, (id) => inPackage.exec(id)?.[1] ?? ''))
  folders.delete('')
  const parts = new Set(Array.from(folders, licenseOf).toSorted())
  const text = ['# Licenses', 'Capstan contains code of these packages.', ...parts].join('\n\n')
  writeFileSync(join(root, 'dist/licenses.md'), `${text}\n`)
}

function licenseOf(folder: string): string {
  const { name, version, license, author } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Record<'name' | 'version' | 'license' | 'author', string>
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  const text =
    file === undefined ? `Copyright (c) ${author}` : readFileSync(join(folder, file), 'utf8').trim()
  return [`## ${name} ${version} (${license})`, text].join('\n\n')
}
