#!/usr/bin/env node
// Reads Vitest's JSON report: prints how many tests passed and failed; with --complete, fails for each that did not run;
// with --failed, prints each that failed, where it stands and what it said.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const [file, mode] = process.argv.slice(2)
const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'))

if (mode === '--complete') {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults)
  const leftOut = all.filter(({ status }) => status !== 'passed' && status !== 'failed')
  for (const { status, fullName } of leftOut) console.log(`${status}: ${fullName}`)
  console.log(`${leftOut.length} of ${all.length} tests were left out`)
  // Their tests are not in the report: they would count as left out if they were.
  const { CI_LEFT_OUT: suites } = process.env
  if (suites) console.log(`The change does not concern these suites, which did not run: ${suites}`)
  if (leftOut.length > 0 || all.length === 0) process.exitCode = 1
} else if (mode === '--failed') {
  for (const { name, message, assertionResults } of testResults) {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0 && message) console.log(`${relative('', name)}\n${message.slice(0, 4000)}`) // the file itself
    for (const { fullName, failureMessages } of failed)
      console.log(`${relative('', name)}: ${fullName}\n${messagesOf(failureMessages).slice(0, 2000)}\n`)
  }
} else console.log(numPassedTests, numFailedTests)

/** The messages of a test and of its repetitions, each once, without what their stacks have of packages. */
function messagesOf(texts) {
  const lines = texts.map((text) =>
    text
      .split('\n')
      .filter((line) => !/^ +at .*(node_modules|node:)/.test(line))
      .join('\n'),
  )
  return [...new Set(lines)].join('\n')
}
