import { readFileSync } from 'node:fs'

/** The installed version of a package. */
export function versionOf(name: string): string {
  const file = new URL(import.meta.resolve(name))
  const folder = file.pathname.slice(0, file.pathname.lastIndexOf(`/node_modules/${name}/`))
  const manifest = readFileSync(`${folder}/node_modules/${name}/package.json`, 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}
