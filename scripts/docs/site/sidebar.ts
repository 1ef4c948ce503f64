import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface SidebarGroup {
  text: string
  collapsed?: boolean
  items: { text: string; link: string }[]
}

/** The pages of the site: by task first, reference second, internals last. */
const groups: readonly { text: string; collapsed?: boolean; pages: readonly string[] }[] = [
  {
    text: 'Tasks',
    pages: [
      'get-started',
      'ci',
      'two-agents',
      'ag-ui-clients',
      'copilotkit',
      'ai-sdk',
      'browser',
      'talking-agents',
      'own-agent',
      'pick',
      'verify',
      'team',
      'fleet',
      'a2e',
      'a2e-plugins',
      'testing',
      'model-provider',
      'troubleshooting',
      'comparison',
    ],
  },
  {
    text: 'Reference',
    pages: [
      'commands',
      'configuration',
      'errors',
      'run',
      'policies',
      'profiles',
      'sessions',
      'gateway',
      'agents',
      'matrix',
      'providers',
      'capabilities',
      'events',
      'api/README',
      'benchmarks',
      'platforms',
      'glossary',
    ],
  },
  {
    text: 'Internals',
    collapsed: true,
    pages: ['architecture', 'code-paths', 'decisions/README', 'deviations'],
  },
]

/** The sidebar, with the titles of the pages. */
export function sidebar(docs: string): SidebarGroup[] {
  return groups.map(({ pages, ...group }) => ({
    ...group,
    items: pages.map((page) => ({ text: titleOf(join(docs, `${page}.md`)), link: `/docs/${page}` })),
  }))
}

/** The pages that no group lists, without those that a listed page of a folder leads to. */
export function unlistedPages(pages: readonly string[]): string[] {
  const listed = new Set(groups.flatMap((group) => group.pages.map((page) => `${page}.md`)))
  return pages.filter((page) => !page.includes('/') && !listed.has(page))
}

function titleOf(file: string): string {
  return /^# (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? file
}
