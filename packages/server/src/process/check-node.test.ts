import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const script = fileURLToPath(new URL('../../bin/check-node.cjs', import.meta.url))

/** Runs the check as if Node had the given version. */
function checkOn(version: string) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`
  const { status, stderr } = spawnSync(process.execPath, ['-e', `${pretend}; require(${JSON.stringify(script)})`])
  return { status, stderr: String(stderr) }
}

describe('the check of Node', () => {
  it.each(['12.22.12', '20.20.2', '22.18.0', '22.9.9'])('stops %s with one sentence', (version) => {
    expect(checkOn(version)).toEqual({
      status: 1,
      stderr:
        `Signalbox needs Node.js 22.19 or newer, this is ${version}: run \`npm ci\` without --ignore-scripts, ` +
        "so that the project's own Node is installed\n",
    })
  })

  it.each(['22.19.0', '22.20.1', '24.0.0', '100.1.0'])('lets %s pass', (version) => {
    expect(checkOn(version)).toEqual({ status: 0, stderr: '' })
  })
})
