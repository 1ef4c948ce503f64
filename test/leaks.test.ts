import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { watchListeners, watchStarted } from './support/leaks.ts'

describe('the guard of shared workers', () => {
  it('names a child process until it has ended, without its other arguments', async () => {
    const watching = [watchStarted(), watchStarted()] as const
    const child = spawn(process.execPath, ['/dev/stdin', '--token', 'secret'], {
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    expect(await watching[0](0)).toEqual([`the process ${child.pid} (node stdin)`])
    child.stdin.end()
    await once(child, 'exit')
    expect(await watching[1](0)).toEqual([])
  })

  it('waits for a process that is about to end', async () => {
    const findRunning = watchStarted()
    spawn(process.execPath, ['--eval', ''])
    expect(await findRunning(30_000)).toEqual([])
  })

  it('names a server until it is closed', async () => {
    const watching = [watchStarted(), watchStarted()] as const
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    expect(await watching[0](0)).toEqual([expect.stringMatching(/^a server at port \d+$/)])
    server.close()
    await once(server, 'close')
    expect(await watching[1](0)).toEqual([])
  })

  it('names the events of listeners that stay', () => {
    const findListeners = watchListeners()
    const listener = (): void => undefined
    process.on('SIGUSR2', listener)
    expect(findListeners()).toEqual(['the process listeners of SIGUSR2'])
    process.off('SIGUSR2', listener)
    expect(findListeners()).toEqual([])
  })
})
