// Loaded before a program: at exit, writes the loaded modules to the file named by LOADED_BY.
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const loaded = new Set()
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    loaded.add(resolved.url)
    return resolved
  },
})
const builtinsBefore = new Set(process.moduleLoadList)
process.on('exit', () => {
  const builtins = process.moduleLoadList.filter((name) => !builtinsBefore.has(name))
  writeFileSync(process.env.LOADED_BY, JSON.stringify({ loaded: [...loaded], builtins }))
})
