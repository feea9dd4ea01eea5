import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Runs the projects in the order of the configuration. Otherwise they run by name, and within a project, a fresh clone knows
 * only the sizes of files: a short file with a test of a minute came last, and ran alone.
 */
export default class extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const places = new Map(this.ctx.projects.map(({ name }, place) => [name, place]))
    const placeOf = ({ project }: TestSpecification) => places.get(project.name) ?? places.size
    return sorted.sort((a, b) => placeOf(a) - placeOf(b)) // stable
  }
}
