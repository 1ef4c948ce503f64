/**
 * Where the project is in public, such as `https://github.com/owner/name`: the one place that says so. `npm run docs`
 * writes it into package.json, README.md, SECURITY.md and the issue templates. There is no public address yet.
 */
export const projectAddress: string | undefined = undefined
