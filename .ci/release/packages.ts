import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A package that is published. */
export interface Package {
  readonly name: string
  readonly version: string
  /** Its folder, from the root of the repository. */
  readonly folder: string
  readonly repository?: unknown
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** The packages of a repository that are published, each after its dependencies. */
export function packagesIn(root: string): readonly Package[] {
  const all = globSync('packages/*/package.json', { cwd: root })
    .sort()
    .map((file) => ({ ...JSON.parse(readFileSync(join(root, file), 'utf8')), folder: dirname(file) }))
    .filter((one) => one.private !== true)
  return inOrder(all)
}

/** The ranges in which a package accepts others that are published with it, by their names. */
export const rangesOf = ({ dependencies, peerDependencies }: Package): Readonly<Record<string, string>> => ({
  ...peerDependencies,
  ...dependencies,
})

/** Sorts packages so that each comes after its dependencies and peers. Throws for a cycle. */
function inOrder(packages: readonly Package[]): readonly Package[] {
  const sorted: Package[] = []
  const left = new Set(packages)
  while (left.size > 0) {
    const names = [...left].map(({ name }) => name)
    const next = [...left].find((one) => !names.some((name) => name in rangesOf(one)))
    if (next === undefined) throw new Error(`These packages depend on each other: ${names.join(', ')}`)
    left.delete(next)
    sorted.push(next)
  }
  return sorted
}
