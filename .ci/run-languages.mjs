#!/usr/bin/env node
// The examples in other languages, each with the OpenFeature SDK of its language, against a server. All of them
// must print the same. Packages come from the registries of the languages; what they build is below `node_modules/.cache`.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { start } from './start.mjs'

const folder = resolve('examples/languages')
const cache = resolve('node_modules/.cache/languages')
const python = `${cache}/python/bin/python`

/** The commands of each language; the last one is the example. */
const languages = {
  python: [
    ['python3', '-m', 'venv', `${cache}/python`],
    [python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', 'requirements.txt'],
    [python, 'main.py'],
  ],
  go: [['go', 'build', '-o', `${cache}/go/example`, '.'], [`${cache}/go/example`]],
  java: [
    ['mvn', '--batch-mode', '--quiet', `-Dexample.target=${cache}/java`, 'package', 'dependency:copy-dependencies'],
    ['java', '-cp', `${cache}/java/classes:${cache}/java/dependency/*`, 'Example'],
  ],
  rust: [['cargo', 'build', '--quiet', '--target-dir', `${cache}/rust`], [`${cache}/rust/debug/signalbox-example`]],
}

const expected = [
  'ann: express true, 100 items, Bonjour (rules/0)',
  'ben: express false, 20 items, Welcome to the shop (long)',
  'Shop: 3 columns',
  'unknown: false (FLAG_NOT_FOUND)',
]

const key = { SIGNALBOX_CLIENT_ID: 'languages', SIGNALBOX_CLIENT_SECRET: 'sixteen-characters' }
const server = 'packages/server/src/main.ts'
const run = promisify(execFile)

const { url, exit, stop } = await start(server, { SIGNALBOX_STORE: 'memory:', ...key })
assert(url, 'The server ended before it served')
await run(process.execPath, [...process.execArgv, server, 'apply', '--to', url, `${folder}/flags`], {
  env: { ...process.env, ...key },
})

await mkdir(cache, { recursive: true })
const env = {
  ...process.env,
  SIGNALBOX_URL: url,
  SIGNALBOX_KEY: `${key.SIGNALBOX_CLIENT_ID}:${key.SIGNALBOX_CLIENT_SECRET}`,
}
const asked = process.argv.slice(2)
for (const [language, commands] of Object.entries(languages)) {
  if (asked.length > 0 && !asked.includes(language)) continue
  console.log(`--- ${language}`)
  let output = ''
  for (const [program, ...args] of commands)
    output = (await run(program, args, { cwd: `${folder}/${language}`, env, maxBuffer: 2 ** 24 })).stdout
  console.log(output.trimEnd())
  assert.deepEqual(output.trimEnd().split('\n'), expected, language)
}
await rm(`${folder}/rust/Cargo.lock`, { force: true })

stop()
assert.deepEqual(await exit, [0, null])
