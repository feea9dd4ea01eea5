import { isObject } from '@signalbox/core/gateway'
import { type Html, html } from '../html.ts'
import { renderMarkdown } from '../markdown.ts'
import type { ApiPlace } from '../place.ts'
import { exampleText } from './examples.ts'
import { objectOf, textOf } from './read-operations.ts'
import type { Parameter } from './read-parts.ts'
import type { Row } from './schema-rows.ts'
import { tryPart } from './try-part.ts'
import { factsOf, marksOf, typeOf } from './type-words.ts'
import { cut, shownValue } from './values.ts'
import type { ShownContent, View } from './view.ts'

/** What rendering a page of the reference needs. */
export interface Rendering {
  readonly place: ApiPlace
  /** The ids of the page so far. */
  readonly ids: Set<string>
  /** The level of the heading above descriptions. */
  readonly under: number
  readonly follow: (value: unknown) => unknown
}

/** The longest description of an operation and of a member, in characters. */
const LONGEST = { operation: 20_000, member: 2000 } as const

/** Markdown of the document, below the headings of the page. */
export function described(
  { place, ids, under }: Rendering,
  text: string,
  longest: number = LONGEST.operation,
): Html | false {
  return text !== '' && renderMarkdown(cut(text, longest), place, { ids, under })
}

/** An operation: what it takes, what it answers, and code that calls it. */
export function operationHtml(rendering: Rendering, view: View): Html {
  const { operation, parts, notes, causes, body, answers, samples } = view
  const { callbacks, parameters } = parts
  return html`<section class="operation"><h2 id="${operation.anchor}">${operation.title}</h2><p class="request"><strong>${cut(operation.method, 100)}</strong> <code>${cut(operation.path, 1000)}</code></p>${notes.length > 0 && html`<p class="notice">${notes.join(' ')}</p>`}
${described(rendering, operation.description)}
${parameters.length > 0 && html`<h3>Parameters</h3>${table(parameters.slice(0, MOST_ROWS).map((one) => parameterRow(rendering, one)))}${more(parameters.length - MOST_ROWS)}`}
${parts.body && html`<h3>Body</h3>${described(rendering, parts.body.description)}${!parts.body.isRequired && html`<p class="muted">The body is optional.</p>`}${body.map((one) => contentHtml(rendering, one))}${more(parts.body.contents.length - body.length)}`}
${(answers.length > 0 || causes.length > 0) && html`<h3>Responses</h3>`}${answers.map(
  ({ status, description, contents, headers, links }, i) =>
    html`<p class="request"><strong>${cut(status, 100)}</strong> ${description !== '' && cut(description.replace(/\s+/g, ' '), LONGEST.member)}</p>${headers.length > 0 && html`<p class="muted">Headers: ${codes(headers.slice(0, 20).map(({ name }) => name))}</p>`}${links.length > 0 && html`<p class="muted">Links: ${codes(links.slice(0, 20))}</p>`}${contents.map((one) => folded(contentHtml(rendering, one), i === 0 ? undefined : `Content of ${cut(status, 100)}`))}`,
)}${causes.length > 0 && html`<p class="muted">From the gateway itself: <a href="#h-errors-of-the-gateway">${causes.length} errors</a></p>`}
${callbacks.length > 0 && html`<h3>Callbacks</h3><p>${codes(callbacks.slice(0, 20))}</p>`}
<h3>Request</h3>${samples.map(({ language, code }, i) => html`<details${i === 0 && OPEN}><summary>${language}</summary><pre tabindex="0"><code>${code}</code></pre></details>`)}${tryPart(rendering.place, view, rendering.follow)}</section>`
}

const OPEN = html` open`
const MOST_ROWS = 150

const more = (count: number): Html | false => count > 0 && html`<p class="muted">And ${count} more.</p>`

const folded = (content: Html, title: string | undefined): Html =>
  title === undefined ? content : html`<details><summary>${title}</summary>${content}</details>`

const codes = (names: readonly string[]): readonly Html[] =>
  names.map((name, i) => html`${i > 0 && ', '}<code>${cut(name, 200)}</code>`)

function contentHtml(rendering: Rendering, { types, root, example }: ShownContent): Html {
  const rows = root.rows.flatMap((row) => memberRows(rendering, row))
  const isPlain = rows.length === 0
  return html`<p><code>${cut(types.slice(0, 4).join(', '), 300)}</code> <span class="muted">${cut(root.type, 300)}</span>${facts(root.schema)}</p>${isPlain && described(rendering, textOf(root.schema.description), LONGEST.member)}${!isPlain && table(rows)}${more(root.left)}${example !== undefined && html`<pre tabindex="0"><code>${exampleText(example)}</code></pre>`}`
}

const table = (rows: readonly Html[]): Html =>
  html`<table><thead><tr><th>Name</th><th>Type</th><th>Description</th></tr></thead><tbody>${rows}</tbody></table>`

function parameterRow(rendering: Rendering, one: Parameter): Html {
  const schema = objectOf(rendering.follow(one.schema))
  const own = isObject(schema.items) ? { ...objectOf(rendering.follow(schema.items)), ...schema } : schema
  return row(rendering, {
    name: one.name,
    type: [one.in, typeOf(one.schema, rendering.follow), one.isRequired && 'required', one.isDeprecated && 'deprecated']
      .filter((word) => word !== false && word !== '')
      .join(', '),
    description: one.description || textOf(schema.description),
    below: html`${facts(own)}${one.example !== undefined && html` Example: <code>${shownValue(one.example)}</code>`}`,
  })
}

/** The row of a member, and the rows of its own members: folded into it from the third level on. */
function memberRows(rendering: Rendering, one: Row): readonly Html[] {
  const isFolded = one.depth >= 2 && one.rows.length > 0
  const inside = isFolded
    ? html`<details><summary>${one.rows.length + one.left} members</summary>${table(one.rows.flatMap((row) => memberRows(rendering, row)))}</details>`
    : undefined
  const own = row(rendering, {
    name: one.name.replace(/^\./, ''),
    type: [one.type, one.isRequired && 'required', ...marksOf(one.schema)].filter((word) => word !== false).join(', '),
    description: textOf(one.schema.description),
    below: html`${facts(one.schema)}${cutWords(one)}${inside}`,
  })
  return isFolded ? [own] : [own, ...one.rows.flatMap((row) => memberRows(rendering, row))]
}

const cutWords = ({ cut: why }: Row): Html | undefined =>
  why === undefined
    ? undefined
    : html` <span class="muted">${why === 'circular' ? 'As above.' : 'Its members are in the OpenAPI document.'}</span>`

interface Cells {
  readonly name: string
  readonly type: string
  readonly description: string
  readonly below: Html
}

const row = (rendering: Rendering, { name, type, description, below }: Cells): Html =>
  html`<tr><td><code>${cut(name, 300)}</code></td><td>${cut(type, 300)}</td><td>${described(rendering, description, LONGEST.member)}${below}</td></tr>`

const facts = (schema: Readonly<Record<string, unknown>>): readonly Html[] =>
  factsOf(schema).map(([name, values]) => html` <span class="fact">${name}: ${codes(values)}.</span>`)
