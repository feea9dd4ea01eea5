// Builds the site into `dist`: static files that any web server serves.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'vitepress'
import { collect, root } from '../src/collect.ts'
import { generate } from '../src/generate.ts'
import { home } from '../src/home.ts'
import { brokenLinks } from '../src/problems.ts'

const folder = join(import.meta.dirname, '..')
const source = join(folder, 'built/pages')
rmSync(source, { recursive: true, force: true })

const collected = collect(await generate())
const problems = brokenLinks(collected)
if (problems.length > 0) throw new Error(`Links lead nowhere:\n${problems.join('\n')}`)

cpSync(join(folder, 'pictures'), join(source, 'public/packages/docs/pictures'), { recursive: true })
write('index.md', `---\n${JSON.stringify(home)}\n---\n`)
for (const { page, text, pictures } of collected) {
  write(`${page.route}.md`, page.isWide ? `---\naside: false\n---\n\n${text}` : text)
  for (const picture of pictures) cpSync(join(root, picture), join(source, 'public', picture))
}
await build(folder)

function write(name: string, text: string): void {
  const file = join(source, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
