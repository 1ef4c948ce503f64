import { basename } from 'node:path'

/** Programs that start others: their version and files say nothing about the agent. */
const launchers: ReadonlySet<string> = new Set(
  (
    'node nodejs npx npm pnpm pnpx yarn corepack bun bunx deno tsx python uv uvx pipx ruby java dotnet docker ' +
    'podman ssh sudo env sh bash zsh dash nix'
  ).split(' '),
)

/** Whether a path names such a program, also in a version of its own (`node24`, `python3.12`) or on Windows. */
export function isLauncher(program: string): boolean {
  const name = basename(program).toLowerCase()
  return launchers.has(name.replace(/\.(?:exe|cmd|bat)$/, '').replace(/-?\d[\d.]*$/, ''))
}
