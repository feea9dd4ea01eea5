import { expect, it } from 'vitest'
import type { TestSpecification, Vitest } from 'vitest/node'
import Sequencer from './sequencer.ts'

const configOf = (isolate: boolean) => ({ isolate, sequence: { groupOrder: 0 } })
const projects = [
  { name: 'slow', config: configOf(true) },
  { name: 'browser', config: configOf(false) },
  { name: 'alone', config: configOf(true) },
]
const cache = {
  getTestSpecificationResult: ({ moduleId }: TestSpecification) => ({ failed: false, duration: Number(moduleId) }),
}

it('projects run in the order of the configuration, and their longest files first', async () => {
  const sequencer = new Sequencer({ projects, cache } as unknown as Vitest)
  const files = [1, 2].flatMap((moduleId) =>
    projects.toReversed().map((project) => ({ project, moduleId: String(moduleId) }) as TestSpecification),
  )
  const sorted = await sequencer.sort(files)
  expect(sorted.map(({ project, moduleId }) => `${project.name} ${moduleId}`)).toEqual([
    ...['slow 2', 'slow 1', 'browser 2', 'browser 1', 'alone 2', 'alone 1'],
  ])
})
