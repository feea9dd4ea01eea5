import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from '../root.ts'
import { type Declared, exportsOf } from './declarations.ts'
import { toProse } from './escape.ts'

/** The folders of the packages that programs import, in the order of the navigation. */
export const importedPackages: readonly string[] = globSync('packages/*/package.json', { cwd: root })
  .filter((file) => JSON.parse(readFileSync(join(root, file), 'utf8')).private !== true)
  .map((file) => basename(dirname(file)))
  .sort((a, b) => rankOf(a) - rankOf(b) || a.localeCompare(b))

function rankOf(folder: string): number {
  const first = ['core', 'client', 'hono', 'dashboard', 'gateway', 'sql']
  return first.includes(folder) ? first.indexOf(folder) : first.length
}

/** The pages of the TypeScript reference, generated from the exported declarations, by route. */
export const typescriptPages = (): ReadonlyMap<string, string> =>
  new Map(importedPackages.map((folder) => [`typescript/${folder}`, describe(folder)]))

/** The entries of a package, with what each exports. */
export function entriesOf(
  folder: string,
): readonly { readonly entry: string; readonly exports: readonly Declared[] }[] {
  const { name, exports } = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')) as {
    name: string
    exports: Record<string, Record<string, string>>
  }
  return Object.entries(exports).map(([path, conditions]) => ({
    entry: join(name, path),
    exports: exportsOf(join(root, 'packages', folder, conditions['@signalbox/source'] as string)),
  }))
}

function describe(folder: string): string {
  const shown = new Set<string>()
  const parts = entriesOf(folder).map(({ entry, exports }) => {
    const fresh = exports.filter(({ name }) => !shown.has(name))
    for (const { name } of fresh) shown.add(name)
    const again = exports.filter((one) => !fresh.includes(one)).map(({ name }) => `\`${name}\``)
    return [
      `## ${entry}`,
      ...fresh.map(
        ({ name, description, code }) =>
          `### ${name}\n\n${description && `${proseOf(description)}\n\n`}\`\`\`ts\n${code}\n\`\`\``,
      ),
      ...(again.length > 0 ? [`It also exports ${again.join(', ')}: see above.`] : []),
    ].join('\n\n')
  })
  return [
    `# ${folder === 'server' ? 'signalbox' : `@signalbox/${folder}`}`,
    'What programs can import, with its types.',
    ...parts,
  ]
    .join('\n\n')
    .concat('\n')
}

/** A docstring as prose, with its examples as they are. */
const proseOf = (text: string): string =>
  text
    .split(/(^```.*?^```$)/ms)
    .map((part, index) => (index % 2 === 0 ? toProse(part) : part))
    .join('')
