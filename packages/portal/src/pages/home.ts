import { html } from './html.ts'
import { renderMarkdown } from './markdown.ts'
import type { Page } from './page.ts'
import { type ApiPlace, linkToApi } from './place.ts'
import { planCards, planLines } from './plans.ts'
import { shownResource } from './resource.ts'
import { sampleBlocks, sampleLines } from './samples.ts'
import { referenceLines, references } from './sidebar.ts'
import { plansToChoose } from './site.ts'
import { inLine } from './words.ts'

/** The first page of an API: its home, or else its description, its address and its plans. */
export function homePage(place: ApiPlace): Page {
  const { api } = place
  const { home } = api.documentation
  const shown = home && shownResource(place, home)
  const linked = references(place)
  const links = linked && html`<h2>References</h2>${linked}`
  if (shown && home)
    return {
      status: 200,
      title: home.title || api.name,
      body: html`${shown.body}${links}`,
      markdown: [shown.markdown, ...referenceLines(place)].join('\n\n'),
    }
  return {
    status: 200,
    title: api.name,
    body: html`<h1>${api.name}</h1>${api.description !== '' && renderMarkdown(api.description, place)}
<p>${address(place)}</p>${plansToChoose(api).length === 0 && sampleBlocks(api)}${plansToChoose(api).length > 0 && html`<h2><a href="${linkToApi(place, api, ['plans'])}">Plans</a></h2>${planCards(place, 'h2')}`}${links}`,
    markdown: [
      `# ${inLine(api.name)}`,
      ...(api.description === '' ? [] : [api.description]),
      api.address === undefined ? UNKNOWN : `Address: ${api.address}`,
      ...(plansToChoose(api).length === 0 ? sampleLines(api) : []),
      ...planLines(place, 'h2'),
      ...referenceLines(place),
    ].join('\n\n'),
  }
}

const UNKNOWN = 'Ask the owner of this API for the address of the gateway.'

const address = ({ api }: ApiPlace) =>
  api.address === undefined ? html`${UNKNOWN}` : html`Address: <code class="address">${api.address}</code>`
