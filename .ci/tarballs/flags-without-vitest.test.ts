import { expect, inject, it, onTestFinished } from 'vitest'
import { blocksOf } from '../readmes/blocks.ts'
import { tarballProject } from '../readmes/project.ts'
import { runBlock } from '../readmes/run-block.ts'

it('flags for tests work where Vitest is not installed', async () => {
  const { core, client, testing } = inject('tarballs')
  const project = await tarballProject([core, client, testing] as string[], [])
  onTestFinished(project.remove)
  expect(project.has('vitest')).toBe(false)
  const block = blocksOf('packages/testing/docs/flags.md').find(({ text }) => text.includes("from 'node:test'"))
  expect(block?.text).toContain("from '@signalbox/testing/flags'")
  await runBlock(block!, { project, addresses: new Map(), stops: [], jobs: [] })
})
