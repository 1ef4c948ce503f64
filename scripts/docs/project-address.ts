/**
 * The public address of the project, such as `https://github.com/owner/name`. `npm run docs` writes it into package.json, README.md, SECURITY.md and the issue templates. There is no public address yet.
 */
export const projectAddress: string | undefined = undefined
