import { type Html, html } from './html.ts'
import type { Page } from './page.ts'
import type { ApiPlace } from './place.ts'
import { languageOf, plansToChoose } from './site.ts'
import { factsOf, inLine } from './words.ts'

/** The page of the plans that consumers can choose. */
export const plansPage = (place: ApiPlace): Page => ({
  status: 200,
  title: 'Plans',
  body: html`<h1>Plans</h1>${plansToChoose(place.api).length === 0 ? html`<p>This API has no plans to choose from.</p>` : planCards(place)}`,
  markdown: ['# Plans', ...planLines(place)].join('\n\n'),
})

/** The plans, each with its facts. */
export const planCards = ({ api }: ApiPlace): Html =>
  html`<ul class="cards">${plansToChoose(api).map(
    (plan) =>
      html`<li><h3>${plan.name || plan.id}</h3>${plan.description && html`<p>${plan.description}</p>`}<dl>${factsOf(
        plan,
        languageOf(api),
      ).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl></li>`,
  )}</ul>`

/** The plans in Markdown. */
export const planLines = ({ api }: ApiPlace): readonly string[] =>
  plansToChoose(api).map((plan) =>
    [
      `## ${inLine(plan.name || plan.id)}`,
      ...(plan.description ? [inLine(plan.description)] : []),
      factsOf(plan, languageOf(api))
        .map(([name, value]) => `- ${name}: ${inLine(value)}`)
        .join('\n'),
    ].join('\n\n'),
  )
