#!/usr/bin/env node
// Runs in the folder of a package before `npm pack` and `npm publish`. It builds the package if the build is missing or
// older than its sources, adds the licence, and fails if a file that package.json names is missing: no tarball is empty.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const { name, exports, bin = {}, scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
const named = [...filesIn(exports), ...Object.values(bin)]

if (!isFresh()) {
  const { status } = spawnSync('npm', ['run', 'build'], { stdio: ['ignore', 2, 2] })
  if (status !== 0) fail(`the script "build" (${scripts?.build}) failed`)
}
const missing = named.filter((file) => !existsSync(file))
if (missing.length > 0) fail(`the build did not write ${missing.join(', ')}`)
cpSync(fileURLToPath(new URL('../LICENSE', import.meta.url)), 'LICENSE')

/** The files that an `exports` field leads users of the package to. */
function filesIn(target) {
  if (typeof target === 'string') return [target]
  const { '@signalbox/source': _ours, ...forUsers } = target ?? {}
  return Object.values(forUsers).flatMap(filesIn)
}

/** Whether every file that package.json names is newer than every file that it is built from. */
function isFresh() {
  const built = named.filter((file) => file.includes('dist/'))
  if (built.length === 0 || !built.every((file) => existsSync(file))) return false
  const sources = [
    ...globSync('{src,build,web}/**/*.{ts,tsx,css,html,svg,txt,json}'),
    'package.json',
    ...globSync('tsup.config.ts'),
  ]
  const changedAt = (file) => statSync(file).mtimeMs
  return Math.min(...built.map(changedAt)) > Math.max(...sources.map(changedAt))
}

function fail(reason) {
  console.error(`${name} cannot be packed: ${reason}`)
  process.exit(1)
}
