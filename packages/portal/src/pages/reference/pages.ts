import { causes } from '@signalbox/core/gateway'
import { type Html, html } from '../html.ts'
import type { Page } from '../page.ts'
import { isSame } from '../paths.ts'
import { type ApiPlace, linkToApi } from '../place.ts'
import type { SiteApi } from '../site.ts'
import { inLine } from '../words.ts'
import { described, operationHtml, type Rendering } from './operation-html.ts'
import { operationLines } from './operation-lines.ts'
import { type Operation, objectOf, textOf } from './read-operations.ts'
import { type Reference, type ReferencePage, referenceOf } from './reference.ts'
import { cut } from './values.ts'
import { type View, viewsOf } from './view.ts'

/** Finds a page of the reference of an API by its path below the API: `reference`, or one of a tag. */
export function referencePage(place: ApiPlace, path: readonly string[]): Page | undefined {
  const { openapi } = place.api
  if (!openapi || path[0] !== 'reference') return undefined
  const reference = referenceOf(openapi)
  if (path.length === 1) return indexPage(place, reference)
  const found = reference.pages.find((page) => isSame(page.path, path))
  return found && tagPage(place, reference, found)
}

/** The most operations that the first page of the reference lists. */
const MOST_LISTED = 500

/** What the API is for, and its operations by tag. */
function indexPage(place: ApiPlace, reference: Reference): Page {
  const { document, pages, webhooks, follow } = reference
  const info = objectOf(document.info)
  const description = textOf(info.description)
  const rendering = { place, follow, under: 1, ids: new Set<string>() }
  const isShort = pages.reduce((sum, { operations }) => sum + operations.length, 0) <= MOST_LISTED
  const link = ({ path }: ReferencePage) => linkToApi(place, place.api, path)
  const document_ = linkToApi(place, place.api, ['openapi.json'], false)
  return {
    status: 200,
    title: 'Reference',
    body: html`<h1>Reference</h1>${described(rendering, description)}<p><a href="${document_}">OpenAPI document</a></p>${pages.map((page) => html`<h2><a href="${link(page)}">${titleOf(page)}</a></h2>${isShort ? list(place, reference, page.operations) : html`<p>${page.operations.length} operations</p>`}`)}${webhooks.length > 0 && html`<h2>Webhooks</h2><ul>${webhooks.slice(0, 200).map((name) => html`<li><code>${cut(name, 200)}</code></li>`)}</ul>`}`,
    markdown: [
      '# Reference',
      ...(description === '' ? [] : [cut(description, 20_000)]),
      `[OpenAPI document](${document_})`,
      ...pages.map((page) =>
        [
          `## [${inLine(titleOf(page))}](${link(page)})`,
          ...(isShort
            ? [
                page.operations
                  .map((one) => `- ${inLine(cut(`${one.method} ${one.path}`, 200))}: ${inLine(one.title)}`)
                  .join('\n'),
              ]
            : []),
        ].join('\n\n'),
      ),
    ].join('\n\n'),
  }
}

const titleOf = ({ title, part, parts }: ReferencePage): string =>
  parts === 1 ? cut(title, 200) : `${cut(title, 200)}, part ${part} of ${parts}`

/** The operation of an API whose heading has an id. */
export function operationOf({ openapi }: SiteApi, anchor: string): Operation | undefined {
  const reference = openapi && referenceOf(openapi)
  return reference && [...reference.pageOf.keys()].find((one) => one.anchor === anchor)
}

/** The address of an operation, from a page. */
export const linkToOperation = (place: ApiPlace, { pageOf }: Reference, operation: Operation): string =>
  `${linkToApi(place, place.api, pageOf.get(operation)?.path ?? ['reference'])}#${operation.anchor}`

const list = (place: ApiPlace, reference: Reference, operations: readonly Operation[]): Html =>
  html`<ul class="operations">${operations.map((one) => html`<li><a href="${linkToOperation(place, reference, one)}">${one.title}</a> <code>${cut(`${one.method} ${one.path}`, 200)}</code></li>`)}</ul>`

/** The operations of a tag. */
function tagPage(place: ApiPlace, reference: Reference, page: ReferencePage): Page {
  const { follow } = reference
  const views = viewsOf(place, reference, page)
  const rendering: Rendering = {
    ...{ place, follow, under: 2 },
    ids: new Set([...page.operations.map(({ anchor }) => anchor), ERRORS]),
  }
  const title = titleOf(page)
  const { description, operations, others } = page
  return {
    status: 200,
    title,
    get body() {
      return html`<h1>${title}</h1>${described({ ...rendering, under: 1 }, description)}${operations.length > 1 && list(place, reference, operations)}${others.length > 0 && html`<p>Operations on other pages:</p>${list(place, reference, others.slice(0, MOST_LISTED))}`}${views.map((view) => operationHtml(rendering, view))}${errors(views)}`
    },
    get markdown() {
      return [
        `# ${inLine(title)}`,
        ...(description === '' ? [] : [cut(description, 20_000)]),
        ...views.map((view) => operationLines(view, follow)),
        ...errorLines(views),
      ].join('\n\n')
    },
  }
}

const ERRORS = 'h-errors-of-the-gateway'

/** The errors that the gateway itself answers with for operations of a page, by status. */
const errorsOf = (views: readonly View[]) => {
  const told = new Set<string>(views.flatMap((view) => view.causes))
  return causes.filter(({ id }) => told.has(id))
}

function errors(views: readonly View[]): Html | undefined {
  const all = errorsOf(views)
  if (all.length === 0) return undefined
  return html`<section class="operation"><h2 id="${ERRORS}">Errors of the gateway</h2><p>These come from the gateway itself, not from the service behind it.</p><table><thead><tr><th>Status</th><th>Cause</th><th>Meaning</th></tr></thead><tbody>${all.map(({ id, status, message }) => html`<tr><td>${status}</td><td><code>${id}</code></td><td>${message}</td></tr>`)}</tbody></table></section>`
}

function errorLines(views: readonly View[]): readonly string[] {
  const all = errorsOf(views)
  if (all.length === 0) return []
  return [
    '## Errors of the gateway',
    'These come from the gateway itself, not from the service behind it.',
    all.map(({ id, status, message }) => `- ${status} \`${id}\`: ${message}`).join('\n'),
  ]
}
