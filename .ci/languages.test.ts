import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('packages/server/docs/languages.md', 'utf8')

test.each([
  ...['flags/features.yaml', 'flags/configs.yaml', 'python/main.py', 'go/main.go'],
  ...['java/src/main/java/Example.java', 'rust/Cargo.toml', 'rust/src/main.rs'],
])('%s is on the page about other languages as it is run', (file) => {
  expect(page).toContain(`\n${readFileSync(`examples/languages/${file}`, 'utf8')}\`\`\`\n`)
})

test('the page shows what the programs must print', () => {
  const script = readFileSync('.ci/run-languages.mjs', 'utf8')
  const [, expected = ''] = script.match(/^const expected = \[\n(.*?)^\]/ms) ?? []
  const lines = [...expected.matchAll(/'(.*)',$/gm)].map(([, line]) => `${line}\n`)
  expect(lines).not.toHaveLength(0)
  expect(page).toContain(`\n${lines.join('')}\`\`\`\n`)
})
