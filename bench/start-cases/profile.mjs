// Reads a profile with the package at an address, in a new process.
const { createClient } = await import(process.argv[2])
const { facts } = await createClient().profile('claude', { model: 'opus', transport: 'acp' })
if (facts['session.resume'] === undefined) process.exitCode = 1
