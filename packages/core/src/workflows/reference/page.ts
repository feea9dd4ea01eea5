import { argumentRows } from './argument-rows.ts'
import { type Chapter, type EntryKind, introduction, type Section, toChapters } from './chapters.ts'
import type { DescribedEntry, WorkflowDescriptor } from './descriptor-schema.ts'
import { script, style } from './page-assets.ts'

/**
 * Renders the reference of the workflow language as one self-contained HTML page. It is readable without its script,
 * which adds the search. `nonce` permits its script and style under the page's Content Security Policy (CSP 3).
 */
export function workflowPage(descriptor: WorkflowDescriptor, nonce: string): string {
  const chapters = toChapters(descriptor)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The language of workflows</title>
<link rel="icon" href="data:,">
<style nonce="${escaped(nonce)}">${style}</style>
</head>
<body>
<header>
<h1>The language of workflows</h1>
<p>${plain(introduction)} As data: <a href="doc.json">JSON</a>, <a href="doc.yaml">YAML</a>; as text: <a href="doc.md">Markdown</a>.</p>
</header>
<div id="finder" hidden>
<input id="search" type="search" placeholder="Search, with /" aria-label="Search the reference" autocomplete="off" spellcheck="false">
<output id="count" for="search"></output>
</div>
<div id="columns">
<nav aria-label="Entries">${chapters.map(toContents).join('\n')}</nav>
<main>${chapters.map((chapter) => toChapter(chapter, descriptor.common)).join('\n')}</main>
</div>
<script nonce="${escaped(nonce)}">${script}</script>
</body>
</html>
`
}

const toContents = ({ kind, title, sections }: Chapter): string => `
<details open><summary>${plain(title)}</summary>
${sections
  .map(({ name, entries }) => {
    const links = entries.map(
      (entry) => `<li><a href="#${idOf(kind, entry)}"><code>${escaped(entry.name)}</code></a></li>`,
    )
    return `<h3>${plain(name)}</h3><ul>${links.join('')}</ul>`
  })
  .join('\n')}
</details>`

const toChapter = ({ kind, title, introduction, sections }: Chapter, common: object): string => `
<section id="${kind}s">
<h2>${plain(title)}</h2>
<p>${plain(introduction)}</p>
${kind === 'node' ? `<p>Every node may have:</p>${table(common)}` : ''}
${sections.map((section) => toSection(section, kind)).join('\n')}
</section>`

const toSection = ({ name, description, entries }: Section, kind: EntryKind): string => `
<section>
<h3>${plain(name)} <small>${plain(description)}</small></h3>
${entries.map((entry) => toArticle(entry, kind)).join('\n')}
</section>`

function toArticle(entry: DescribedEntry, kind: EntryKind): string {
  const { name, description, category, args, example } = entry
  const words = [name, category, description, ...argumentRows(args).map((row) => row.name)].join(' ').toLowerCase()
  const id = idOf(kind, entry)
  return `<article id="${id}" data-words="${escaped(words)}">
<h4><a href="#${id}"><code>${escaped(name)}</code></a> <small>${kind}</small></h4>
<p>${plain(description)}</p>
${table(args)}
<div class="example">
${example.memory ? shown('Memory', example.memory) : ''}
${shown('Example', example.config)}
${shown('Result', example.result)}
</div>
</article>`
}

const shown = (title: string, value: unknown): string =>
  `<figure><figcaption>${title}</figcaption><pre><code>${escaped(JSON.stringify(value, null, 2))}</code></pre></figure>`

function table(schema: object): string {
  const rows = argumentRows(schema).map(
    ({ name, isRequired, type, description }) =>
      `<tr><th scope="row">${name ? `<code>${escaped(name)}</code>` : 'the value'}${isRequired ? '' : ' <small>optional</small>'}</th><td>${escaped(type)}</td><td>${plain(description)}</td></tr>`,
  )
  if (rows.length === 0) return '<p>No arguments.</p>'
  return `<div class="scroll"><table><thead><tr><th scope="col">Argument</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

/** The id of an entry in URLs. */
const idOf = (kind: EntryKind, { name }: DescribedEntry): string => `${kind}-${name.replace(/[^\w.-]/g, '')}`

/** Escapes text for HTML. Code between backticks becomes `code`. */
const plain = (text: string): string =>
  text
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? `<code>${escaped(part)}</code>` : escaped(part)))
    .join('')

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
