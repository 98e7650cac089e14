// Started by whatever Node the machine has, before anything is installed: plain JavaScript, and no
// static import, because an old Node would fail on one before it could say what is wrong.
const wanted = { major: 20, minor: 12 }
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < wanted.major || (major === wanted.major && minor < wanted.minor)) {
  console.error(
    `Errand needs Node ${wanted.major}.${wanted.minor} or newer to start; this is Node ${process.versions.node}. Install it from https://nodejs.org and run the command again.`,
  )
  process.exitCode = 1
} else {
  void import('./bootstrap/main.mjs').then(({ main }) => main(process.argv.slice(2)))
}
