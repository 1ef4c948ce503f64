import { expect, it } from 'vitest'
import type { PageFile } from './page-files.ts'
import { answerSignedOut, isBrowserNavigation, isPublicFile } from './page-login.ts'

const file = (contentType: string): PageFile => ({
  body: new Uint8Array(),
  contentType,
  etag: '"x"',
  isNamedByHash: true,
})

it.each([
  ['GET', 'text/html,application/xhtml+xml,*/*;q=0.8', true],
  ['GET', '*/*', false],
  ['GET', 'application/json', false],
  ['POST', 'text/html', false],
])('%s with Accept %s is a browser navigation: %s', (method, accept, expected) => {
  expect(isBrowserNavigation(new Request('http://localhost/', { method, headers: { accept } }))).toBe(
    expected,
  )
})

it('only styles and icons are public', () => {
  expect(isPublicFile(file('text/css; charset=utf-8'))).toBe(true)
  expect(isPublicFile(file('image/svg+xml'))).toBe(true)
  expect(isPublicFile(file('text/javascript; charset=utf-8'))).toBe(false)
  expect(isPublicFile(file('text/html; charset=utf-8'))).toBe(false)
  expect(isPublicFile(undefined)).toBe(false)
})

it('shows how to sign in, under the content security policy of the page', async () => {
  const files = new Map([['/assets/index-1.css', file('text/css')]])
  const answer = answerSignedOut('Because.', files)
  const html = await answer.text()
  expect(answer.status).toBe(401)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
  expect(html).toContain('<p>Because.</p>')
  expect(html).toContain('<code>capstan serve</code>')
  expect(html).toContain('<link rel="stylesheet" href="/assets/index-1.css">')
  expect(html).not.toMatch(/<script|<style|\sstyle=|\son\w+=|https?:/)
})
