import { afterAll, vi } from 'vitest'

const folder = process.cwd()
const variables = { ...process.env }

/** A worker runs many files: what one of them leaves changed would change the next. */
afterAll(() => {
  const names = new Set([...Object.keys(variables), ...Object.keys(process.env)])
  // Their values may be secrets.
  const changed = [...names].filter((name) => process.env[name] !== variables[name])
  if (process.cwd() !== folder) changed.push('the working folder')
  if (vi.isFakeTimers()) changed.push('the timers')
  if (changed.length > 0)
    throw new Error(`This file does not put back what it changes: ${changed.join(', ')}`)
})
