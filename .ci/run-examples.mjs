#!/usr/bin/env node
// Each example once, as a user would run it: over the packages as built. One that serves must answer.
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { start } from './start.mjs'

const examples = globSync('examples/*.ts').filter((file) => !file.endsWith('.test.ts'))
assert.notEqual(examples.length, 0, 'There are no examples')

for (const example of examples.sort()) {
  console.log(`--- ${example}`)
  const { url, exit, stop } = await start(example)
  if (url === undefined) assert.deepEqual(await exit, [0, null])
  else {
    assert.equal((await fetch(url)).status, 200)
    stop()
    await exit
  }
}
