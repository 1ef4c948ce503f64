import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sidebar, unlistedPages } from './docs/site/sidebar.ts'

/**
 * Builds the documentation site into `.docs-site/dist`: `npm run docs:site`. VitePress is installed on demand, because its 75
 * packages and 100 MB would make the installation of the project half as large again for people who never build the site.
 */
const vitepress = 'vitepress@1.6.4'
const root = join(import.meta.dirname, '..')
const site = join(root, '.docs-site')
const [tool, source, dist] = ['tool', 'source', 'dist'].map((name) => join(site, name)) as [
  string,
  string,
  string,
]

/** Pages that mention everything and would be the first result of most searches. */
const unsearched = /^CHANGELOG\.md$|^docs\/(?:deviations|decisions\/.*)\.md$/

const base = process.env['CAPSTAN_SITE_BASE'] ?? '/'
const unlisted = unlistedPages(globSync('**/*.md', { cwd: join(root, 'docs') }))
if (unlisted.length > 0) throw new Error(`scripts/docs/site/sidebar.ts does not list ${unlisted.join(', ')}`)

install()
copyPages()
writeFileSync(
  join(source, '.vitepress/config.mjs'),
  `export default ${JSON.stringify(config(), undefined, 2)}\n`,
)
execFileSync(join(tool, 'node_modules/.bin/vitepress'), ['build', source], { stdio: 'inherit' })
console.log(`wrote ${globSync('**/*.html', { cwd: dist }).length} pages to .docs-site/dist`)

function install(): void {
  if (existsSync(join(tool, 'node_modules/.bin/vitepress'))) return
  mkdirSync(tool, { recursive: true })
  writeFileSync(join(tool, 'package.json'), '{ "private": true }\n')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--save-exact', vitepress], {
    cwd: tool,
    stdio: 'inherit',
  })
}

/** The pages where their links expect them. */
function copyPages(): void {
  rmSync(source, { recursive: true, force: true })
  mkdirSync(join(source, '.vitepress'), { recursive: true })
  cpSync(join(root, 'src/page/icon.svg'), join(source, 'public/icon.svg'))
  cpSync(join(root, 'docs'), join(source, 'docs'), { recursive: true })
  const pages = [...globSync('*.md', { cwd: root }), ...globSync('examples/*/README.md', { cwd: root })]
  for (const page of pages.filter((name) => name !== 'AGENTS.md'))
    cpSync(join(root, page), join(source, page))
  for (const page of globSync('**/*.md', { cwd: source })) {
    const file = join(source, page)
    const text = readFileSync(file, 'utf8')
      .replaceAll(/<!--[^]*?-->\n*/g, '')
      .replaceAll('<br>', '; ')
    writeFileSync(file, unsearched.test(page) ? `---\nsearch: false\n---\n\n${text}` : text)
  }
}

function config(): object {
  return {
    title: 'Capstan',
    description: 'Know what any coding agent can do, and then drive it.',
    outDir: dist,
    base,
    head: [['link', { rel: 'icon', href: `${base}icon.svg`, type: 'image/svg+xml' }]],
    rewrites: { 'README.md': 'index.md' },
    cleanUrls: false,
    // Files of the repository that are no pages; npm run docs:check has checked all links.
    ignoreDeadLinks: true,
    // A word such as <agent> is text.
    markdown: { html: false },
    themeConfig: {
      logo: '/icon.svg',
      search: {
        provider: 'local',
        options: {
          // All words, and one wrong letter only in words of five letters or more.
          miniSearch: {
            searchOptions: { combineWith: 'AND', fuzzy: 0.12, prefix: true, boost: { title: 6, titles: 3 } },
          },
        },
      },
      outline: [2, 3],
      sidebar: sidebar(join(root, 'docs')),
      nav: [
        { text: 'Get started', link: '/docs/get-started' },
        { text: 'Commands', link: '/docs/commands' },
        { text: 'API', link: '/docs/api/README' },
      ],
    },
  }
}
