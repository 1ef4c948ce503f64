import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { projectRoot } from './support/package.ts'

const text = readFileSync(join(projectRoot, 'examples/fleet/compose.yaml'), 'utf8')

it('describes three nodes and two gateways on one database', () => {
  const { services, volumes } = parse(text, { merge: true }) as {
    services: Record<string, { command?: string; environment: Record<string, string>; volumes: string[] }>
    volumes: Record<string, object>
  }
  expect(Object.keys(services)).toEqual(['db', 'node', 'gateway-a', 'gateway-b'])
  const stores = ['node', 'gateway-a', 'gateway-b'].map(
    (name) => services[name]?.environment['CAPSTAN_STORE'],
  )
  expect(new Set(stores)).toEqual(new Set(['postgres://capstan:${PASSWORD}@db/capstan']))
  for (const name of ['gateway-a', 'gateway-b'])
    expect(services[name]?.command).toContain(`--advertise http://${name}:8787`)
  // The replicas of a node share its volumes, and must not share its data folder.
  const mounts = services['node']?.volumes.map((each) => each.split(':')[1] ?? '') ?? []
  const home = services['node']?.environment['CAPSTAN_HOME'] ?? '/root'
  expect(mounts.filter((mount) => `${home}/`.startsWith(`${mount}/`))).toEqual([])
  const used = Object.values(services).flatMap((service) => service.volumes.map((each) => each.split(':')[0]))
  expect(new Set(used)).toEqual(new Set(Object.keys(volumes)))
})

it('builds its containers from a Dockerfile with the package and the driver of the database', () => {
  const file = readFileSync(join(projectRoot, 'examples/fleet/Dockerfile'), 'utf8')
  expect(file).toMatch(/^RUN npm install --global capstan pg\b/m)
})

it('is quoted in the documentation', () => {
  expect(readFileSync(join(projectRoot, 'docs/fleet.md'), 'utf8')).toContain(`\`\`\`yaml\n${text}\`\`\``)
})
