import { basename, extname } from 'node:path'

/** Programs that start others: their version and files say nothing about the agent. */
const launchers: ReadonlySet<string> = new Set(
  (
    'node nodejs npx npm pnpm pnpx yarn corepack bun bunx deno tsx python python3 uv uvx pipx ruby java dotnet docker ' +
    'podman ssh sudo env sh bash zsh dash nix'
  ).split(' '),
)

export function isLauncher(program: string): boolean {
  return launchers.has(basename(program, extname(program) === '.exe' ? '.exe' : ''))
}
