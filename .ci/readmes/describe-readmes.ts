import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blocksOf, root } from './blocks.ts'
import { lacksBroker } from './place.ts'
import { type Project, publishedFolders } from './project.ts'
import { runBlock } from './run-block.ts'

/**
 * The READMEs of the repository and of the packages, and the pages in their folders. The README of the benchmarks is
 * generated.
 */
export const pages = [
  'README.md',
  ...publishedFolders.map((name) => `packages/${name}/README.md`),
  ...globSync(['packages/!(bench)/docs/*.md', 'packages/docs/pages/guides/*.md'], { cwd: root }).sort(),
]

/** The packages of others that only the guides of the site import. */
export const guidePackages = [
  ...['@hono/node-server', 'express', 'fastify', 'react', 'react-dom'],
  ...['@openfeature/web-sdk', '@openfeature/react-sdk'],
]

/** The clients of other systems that programs of READMEs import. */
export const driverPackages = [
  ...['redis', 'aws4fetch', 'rabbitmq-client'],
  ...['@nats-io/jetstream', '@nats-io/transport-node', '@platformatic/kafka'],
]

/** The texts that mark blocks that are not run here, and why. */
const neverRun = [
  ['npm ci', 'installs this very repository, which is the first step of .ci/run'],
  ['jvmScriptEngine', 'needs Java and jars, which the tests of the project jvm have'],
  ['kafkaSink(', 'needs a broker, and has a test that runs it against one'],
  ['pg_dump', 'is a tool of PostgreSQL, which machines have or have not'],
] as const

/** The texts of programs in other languages, which `.ci/run-languages.mjs` runs. */
const inOtherLanguages = new Set(
  globSync('examples/languages/{flags,*,*/src,*/src/main/java}/*.*', { cwd: root }).map((file) =>
    readFileSync(join(root, file), 'utf8'),
  ),
)

/**
 * Registers one test per code block of each README. It copies the block into a project, runs it, and compares the
 * output with the README. Blocks that contain a text in `without` are skipped.
 */
export function describeReadmes(open: () => Project | Promise<Project>, without: readonly string[] = []): void {
  let project: Project
  beforeAll(async () => {
    project = await open()
  })
  afterAll(() => project?.remove())

  describe.each(pages)('%s', (file) => {
    const addresses = new Map<string, string>()
    const stops: (() => Promise<unknown>)[] = []
    const jobs: (() => Promise<unknown>)[] = []
    afterAll(async () => {
      for (const stop of stops) await stop()
    })

    const leftOut = [...neverRun.map(([text]) => text), ...without]
    const blocks = blocksOf(file).filter(
      ({ text }) => !inOtherLanguages.has(text) && !leftOut.some((one) => text.includes(one)),
    )
    it('has blocks to run', () => {
      expect(blocks).not.toHaveLength(0)
    })
    // Scripts of features have a second of wall time, which a busy machine may take.
    it.for(blocks)('$name', { retry: process.env.CI ? 3 : 0 }, async (block, { skip }) => {
      if (await lacksBroker(block.text)) skip('its broker is not installed, or left out')
      await runBlock(block, { project, addresses, stops, jobs })
    })
  })
}
