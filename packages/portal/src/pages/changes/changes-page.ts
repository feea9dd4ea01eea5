import { escaped, type Html, html } from '../html.ts'
import { absoluteLink } from '../lists.ts'
import type { Page } from '../page.ts'
import { type ApiPlace, linkToApi } from '../place.ts'
import { languageOf, seesPlan } from '../site.ts'
import { slugOf } from '../slug.ts'
import { dateOf, inLine } from '../words.ts'
import type { Change, Publication } from './publication.ts'

/** The page of what changed with each publication of an API. */
export function changesPage(place: ApiPlace): Page {
  const all = entriesOf(place)
  const feed = linkToApi(place, place.api, ['changes.atom'], false)
  return {
    status: 200,
    title: 'Changes',
    body: html`<h1>Changes</h1><p><a href="${feed}">Feed</a></p>${all.length === 0 && html`<p>No publications are kept.</p>`}${all.map(
      ({ anchor, title, changes, empty }) =>
        html`<h2 id="${anchor}">${title}</h2>${changes.length === 0 ? html`<p>${empty}</p>` : html`<ul>${changes.map(changeHtml)}</ul>`}`,
    )}`,
    markdown: [
      '# Changes',
      ...all.flatMap(({ title, changes, empty }) => [
        `## ${inLine(title)}`,
        changes.length === 0
          ? empty
          : changes.map(({ text, isBreaking }) => `- ${isBreaking ? '**Breaking**: ' : ''}${inLine(text)}`).join('\n'),
      ]),
    ].join('\n\n'),
  }
}

const changeHtml = ({ text, isBreaking }: Change): Html =>
  html`<li>${isBreaking && html`<strong>Breaking</strong>: `}${text}</li>`

/** The same as a feed (Atom, RFC 4287). Its links are absolute if the address of the portal is known. */
export function changesFeed(place: ApiPlace): string {
  const { api, site } = place
  const all = entriesOf(place)
  const page = absoluteLink(site.url, linkToApi(place, api, ['changes']))
  const self = absoluteLink(site.url, linkToApi(place, api, ['changes.atom'], false))
  const id = `urn:x-signalbox:${encodeURIComponent(api.id)}`
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${id}</id>
<title>${xml(`${api.name}: changes`)}</title>
<author><name>${xml(api.name)}</name></author>
<updated>${instant(all[0]?.at ?? 0)}</updated>
<link rel="self" href="${xml(self)}"/>
<link rel="alternate" type="text/html" href="${xml(page)}"/>
${all
  .map(
    ({ id: deployment, at, anchor, title, changes, empty }) => `<entry>
<id>${id}:${encodeURIComponent(deployment)}</id>
<title>${xml(title)}</title>
<updated>${instant(at)}</updated>
<link rel="alternate" type="text/html" href="${xml(`${page}#${anchor}`)}"/>
<content type="text">${xml(changes.length === 0 ? empty : changes.map(({ text, isBreaking }) => `${isBreaking ? 'Breaking: ' : ''}${text}`).join('\n'))}</content>
</entry>`,
  )
  .join('\n')}
</feed>
`
}

/** A text in XML 1.0, without the characters that it cannot have. */
const xml = (text: string): string =>
  escaped(text.toWellFormed().replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ' '))

const instant = (at: number): string => new Date(at).toISOString()

interface Entry extends Publication {
  readonly anchor: string
  readonly title: string
  /** What stands in place of changes. */
  readonly empty: string
}

/** The publications as a reader may see them. */
function entriesOf(place: ApiPlace): readonly Entry[] {
  const ids = new Set<string>()
  const { documentation, publications = [] } = place.api
  const isSeen = ({ plans = [] }: Change) =>
    [...plans, ...(documentation.plans ?? []).filter(({ id }) => plans.some((one) => one.id === id))].every((plan) =>
      seesPlan(place.visitor, plan),
    )
  return publications.map((one) => ({
    ...one,
    anchor: slugOf(one.id, ids),
    title: `Version ${one.version}, ${dateOf(one.at, languageOf(place.api))}`,
    changes: one.changes.filter(isSeen),
    empty:
      one.beginning === 'first'
        ? 'The first publication.'
        : one.beginning === 'oldest'
          ? 'Earlier publications are no longer kept.'
          : 'Nothing changed for consumers.',
  }))
}
