import { existsSync, readFileSync } from 'node:fs'
import { join, normalize, posix } from 'node:path'
import { projectFolder } from '../../../test/agents/cache.ts'

interface Link {
  page: string
  target: string
  /** Without the `#`. */
  anchor?: string
}

/** Everything wrong with the links of pages: missing files and headings, and pages that cannot be reached from the first. */
export function linkProblems(pages: readonly string[], folder: string = projectFolder): string[] {
  const [first = ''] = pages
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8')
  const links = pages.flatMap((page) => linksIn(page, read(page)))
  const broken = links.flatMap(({ page, target, anchor }) => {
    if (!existsSync(join(folder, target))) return [`${page} links to ${target}, which does not exist`]
    if (anchor === undefined || !target.endsWith('.md') || anchorsOf(read(target)).has(anchor)) return []
    return [`${page} links to ${target}#${anchor}, but ${target} has no such heading`]
  })
  const reached = new Set([first])
  for (const page of reached) {
    for (const link of links) if (link.page === page) reached.add(link.target)
  }
  const lost = pages.filter((page) => !reached.has(page))
  return [...broken, ...lost.map((page) => `${page} cannot be reached by links from ${first}`)]
}

function linksIn(page: string, source: string): Link[] {
  const prose = withoutCode(source)
  const inline = prose.matchAll(/\]\(((?:[^()\s]|\([^()]*\))+)\)/g)
  const html = prose.matchAll(/\b(?:src|srcset|href)="([^"\s]+)"/g)
  return Array.from([...inline, ...html], ([, address = '']) => address)
    .filter((address) => !/^(?:[a-z]+:|\/\/)/.test(address))
    .map((address) => {
      const [path = '', anchor] = address.split('#')
      const target = path === '' ? page : posix.normalize(posix.join(posix.dirname(page), path))
      return {
        page,
        target: normalize(target).replace(/\/$/, ''),
        ...(anchor === undefined ? {} : { anchor }),
      }
    })
}

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(source: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, title = ''] of withoutBlocks(source).matchAll(/^#{1,6} +(.+)$/gm)) {
    const base = title
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-')
    let anchor = base
    for (let count = 1; anchors.has(anchor); count++) anchor = `${base}-${count}`
    anchors.add(anchor)
  }
  for (const [, id = ''] of source.matchAll(/<a id="([^"]+)"/g)) anchors.add(id)
  return anchors
}

function withoutBlocks(source: string): string {
  return source.replaceAll(/^( *)(`{3,}).*\n[\s\S]*?^ *\2 *$/gm, '')
}

function withoutCode(source: string): string {
  return withoutBlocks(source).replaceAll(/`[^`\n]*`/g, '')
}
