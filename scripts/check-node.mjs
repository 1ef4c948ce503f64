// Runs before every npm script. Plain old syntax, so that an old Node prints this message and not a parse error.
const needed = [22, 18]
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(
    `Node ${needed.join('.')} or newer is required, and this is ${process.versions.node}. ` +
      'Run `npm rebuild node` to install the Node of the dev dependencies ' +
      '(npm install --ignore-scripts leaves it out).',
  )
  process.exit(1)
}
