/* Stops where Node.js is too old to run Signalbox. Written for Node.js 12: newer syntax would fail without a sentence. */
var wanted = require('../package.json').engines.node.replace(/^>=/, '')
var found = process.versions.node

if (isOlder(found, wanted)) {
  console.error(`Signalbox needs Node.js ${wanted} or newer, this is ${found}: ${wayOut()}`)
  process.exit(1)
}

function isOlder(version, than) {
  var a = version.split('.').map(Number)
  var b = than.split('.').map(Number)
  return a[0] !== b[0] ? a[0] < b[0] : a[1] < b[1]
}

function wayOut() {
  if (/[\\/]node_modules[\\/]/.test(__dirname)) return 'install a newer Node.js'
  return "run `npm ci` without --ignore-scripts, so that the project's own Node is installed"
}
