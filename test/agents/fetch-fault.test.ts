import { expect, it } from 'vitest'
import { fetchFaultOf } from './fetch-fault.ts'

const fetchFaults =
  'E404 ETARGET ENOTFOUND EAI_AGAIN ECONNREFUSED ECONNRESET ETIMEDOUT ENETUNREACH EHOSTUNREACH ERR_SOCKET_TIMEOUT ' +
  'ECONNECTIONTIMEOUT EIDLETIMEOUT ERESPONSETIMEOUT ETRANSFERTIMEOUT E429 E500 E502 E503 E504'

it.each(fetchFaults.split(' '))('%s says that a package cannot be fetched', (code) => {
  const output = `npm warn deprecated old@1.0.0: it is in error\nnpm error code ${code}\nnpm error more of it\n`
  expect(fetchFaultOf(output)).toBe(code)
})

it('is reported by an older npm too', () => {
  expect(fetchFaultOf('npm ERR! code E404\nnpm ERR! 404 Not Found\n')).toBe('E404')
})

it.each([
  [
    'a program of a package that failed',
    'npm error code 1\nnpm error path /there\nnpm error command failed\n',
  ],
  ['a script that could not reach something', 'npm error code 1\nnpm error connect ECONNREFUSED 127.0.0.1\n'],
  ['a place that cannot be written', 'npm error code EACCES\nnpm error syscall mkdir\n'],
  ['a disk that is full', 'npm error code ENOSPC\n'],
  ['a package that is not what it was', 'npm error code EINTEGRITY\n'],
  ['versions that do not fit', 'npm error code ERESOLVE\n'],
  ['a registry that wants a login', 'npm error code E401\n'],
  ['a word that is no name', 'npm error code EINVALIDPACKAGENAME\n'],
  ['a code in the middle of a line', 'it said: npm error code E404\n'],
  ['nothing', ''],
])('%s does not', (_, output) => {
  expect(fetchFaultOf(output)).toBeUndefined()
})
