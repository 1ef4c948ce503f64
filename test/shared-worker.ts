import { afterAll, expect, vi } from 'vitest'

const folder = process.cwd()
const variables = { ...process.env }

/** A worker runs many files: what one of them leaves changed would change the next. */
afterAll(() => {
  const names = new Set([...Object.keys(variables), ...Object.keys(process.env)])
  // Their values may be secrets.
  const changedVariables = [...names].filter((name) => process.env[name] !== variables[name])
  expect({ changedVariables, folder: process.cwd(), hasFakeTimers: vi.isFakeTimers() }).toEqual({
    changedVariables: [],
    folder,
    hasFakeTimers: false,
  })
})
