// Builds the site into `dist`: static files that any web server serves.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'vitepress'
import { collect } from '../src/collect.ts'
import { generate } from '../src/generate.ts'
import { home } from '../src/home.ts'
import { brokenLinks } from '../src/problems.ts'
import { root } from '../src/root.ts'
import { sections } from '../src/site.ts'

const folder = join(import.meta.dirname, '..')
const source = join(folder, 'built/pages')
rmSync(source, { recursive: true, force: true })

const collected = collect(generate())
const problems = brokenLinks(collected)
if (problems.length > 0) throw new Error(`Links lead nowhere:\n${problems.join('\n')}`)

cpSync(join(folder, 'pictures'), join(source, 'public/packages/docs/pictures'), { recursive: true })
write('index.md', `---\n${JSON.stringify(home)}\n---\n`)
for (const { page, text, pictures } of collected) {
  write(`${page.route}.md`, page.isWide ? `---\naside: false\n---\n\n${text}` : text)
  for (const picture of pictures) cpSync(join(root, picture), join(source, 'public', picture))
}
const sidebar = sections.map(({ title, pages }) => ({
  text: title,
  collapsed: title !== 'Start',
  items: pages.map((page) => ({ text: page.title, link: `/${page.route}` })),
}))
write('../sidebar.json', JSON.stringify(sidebar))
await build(folder)

function write(name: string, text: string): void {
  const file = join(source, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
