import { afterAll, vi } from 'vitest'
import { watchListeners, watchStarted } from './support/leaks.ts'

const folder = process.cwd()
const variables = { ...process.env }
const findListeners = watchListeners()
const findRunning = watchStarted()

/** A worker runs many files: changes and processes that one leaves would disturb the next. */
afterAll(async () => {
  const running = await findRunning()
  const names = new Set([...Object.keys(variables), ...Object.keys(process.env)])
  // Their values may be secrets.
  const changed = [...names].filter((name) => process.env[name] !== variables[name])
  if (process.cwd() !== folder) changed.push('the working folder')
  if (vi.isFakeTimers()) changed.push('the timers')
  changed.push(...findListeners())
  const faults = [
    ...(changed.length > 0 ? [`does not put back what it changes: ${changed.join(', ')}`] : []),
    ...(running.length > 0 ? [`does not end what it starts: ${running.join(', ')}`] : []),
  ]
  if (faults.length > 0) throw new Error(`This file ${faults.join(', and ')}`)
})
