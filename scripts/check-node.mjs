// Runs before every npm script. Plain old syntax, so that an old Node prints this message and not a parse error.
const needed = [22, 18]
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(
    `This needs Node ${needed.join('.')} or newer and is running on ${process.versions.node}. ` +
      'The project brings its own Node as a dev dependency: run `npm rebuild node` and try again ' +
      '(an install with --ignore-scripts leaves it out).',
  )
  process.exit(1)
}
