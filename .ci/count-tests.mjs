#!/usr/bin/env node
// Reads Vitest's JSON report: prints how many tests passed and failed; with --complete, fails for each that did not run.
import { readFileSync } from 'node:fs'

const [file, mode] = process.argv.slice(2)
const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'))

if (mode === '--complete') {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults)
  const leftOut = all.filter(({ status }) => status !== 'passed' && status !== 'failed')
  for (const { status, fullName } of leftOut) console.log(`${status}: ${fullName}`)
  console.log(`${leftOut.length} of ${all.length} tests were left out`)
  if (leftOut.length > 0 || all.length === 0) process.exitCode = 1
} else console.log(numPassedTests, numFailedTests)
