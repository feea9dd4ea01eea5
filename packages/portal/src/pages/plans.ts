import { type Html, html } from './html.ts'
import { requirementsOf, takesConsumers } from './own/plan-terms.ts'
import type { Page } from './page.ts'
import { type ApiPlace, linkToApi } from './place.ts'
import { sampleBlocks, sampleLines } from './samples.ts'
import { languageOf, type Plan, plansToChoose, plansToRead } from './site.ts'
import { factsOf, inLine } from './words.ts'

/** The page of the plans that consumers can choose. */
export const plansPage = (place: ApiPlace): Page => ({
  status: 200,
  title: 'Plans',
  body: html`<h1>Plans</h1>${plansToRead(place.api, place.visitor).length === 0 ? html`<p>This API has no plans to choose from.</p>` : planCards(place, 'h1')}`,
  markdown: ['# Plans', ...planLines(place, 'h1')].join('\n\n'),
})

/** The plans, each with its facts, below a heading of the first or second level. */
export const planCards = (place: ApiPlace, below: 'h1' | 'h2'): Html =>
  html`<ul class="cards">${shownBelow(place, below).map((plan) => {
    const name = plan.name || plan.id
    const heading = below === 'h1' ? html`<h2>${name}</h2>` : html`<h3>${name}</h3>`
    const facts = factsIn(place, plan).map(([fact, value]) => html`<dt>${fact}</dt><dd>${value}</dd>`)
    return html`<li>${heading}${plan.status === 'deprecated' && html`<p class="notice" role="note">${DEPRECATED}</p>`}${plan.description && html`<p>${plan.description}</p>`}<dl>${facts}</dl>${sampleBlocks(place.api, plan)}${subscribeLink(place, plan)}</li>`
  })}</ul>`

/** The first page has the plans to choose from; their own page also has the plans that the reader still uses. */
const shownBelow = ({ api, visitor }: ApiPlace, below: 'h1' | 'h2'): readonly Plan[] =>
  below === 'h1' ? plansToRead(api, visitor) : plansToChoose(api)

const DEPRECATED = 'This plan is deprecated. Your subscription continues, and nobody else can subscribe.'

/** The facts about a plan, with what it asks of those who can subscribe to it. */
function factsIn(place: ApiPlace, plan: Plan): ReturnType<typeof factsOf> {
  const asked = canSubscribe(place, plan) ? requirementsOf(plan) : undefined
  return [...factsOf(plan, languageOf(place.api)), ...(asked === undefined ? [] : [['To subscribe', asked] as const])]
}

const canSubscribe = ({ site, api }: ApiPlace, plan: Plan): boolean =>
  site.accounts !== undefined && api.state === 'published' && takesConsumers(plan)

/** Leads to the form that subscribes; `undefined` where nobody can subscribe. */
function subscribeLink(place: ApiPlace, plan: Plan): Html | undefined {
  if (!canSubscribe(place, plan)) return undefined
  const href = `${linkToApi(place, place.api, ['subscribe'])}?${new URLSearchParams({ plan: plan.id })}`
  return html`<p><a class="button" href="${href}" aria-label="Subscribe to ${plan.name || plan.id}">Subscribe</a></p>`
}

/** The plans in Markdown. */
export const planLines = (place: ApiPlace, below: 'h1' | 'h2'): readonly string[] =>
  shownBelow(place, below).map((plan) =>
    [
      `## ${inLine(plan.name || plan.id)}`,
      ...(plan.status === 'deprecated' ? [`> ${DEPRECATED}`] : []),
      ...(plan.description ? [inLine(plan.description)] : []),
      factsIn(place, plan)
        .map(([name, value]) => `- ${name}: ${inLine(value)}`)
        .join('\n'),
      ...sampleLines(place.api, plan),
    ].join('\n\n'),
  )
