import { type Html, html } from '../html.ts'
import { renderMarkdown } from '../markdown.ts'
import { type ApiPlace, linkToApi } from '../place.ts'
import { languageOf, type Plan } from '../site.ts'
import { factsOf } from '../words.ts'
import { button, checkbox, type Form, form, input, notices, select } from './forms.ts'
import { type OwnPage, ownPage } from './own-page.ts'
import { type Question, termsOf } from './plan-terms.ts'
import type { Application } from './records.ts'

/** Where somebody subscribes an application to a plan. */
export function subscribePage(
  place: ApiPlace,
  state: Form,
  { plan, applications }: { readonly plan: Plan; readonly applications: readonly Application[] },
): OwnPage {
  const { approval, terms, form: questions, needsSubject } = termsOf(plan)
  const name = plan.name || plan.id
  const planFacts = factsOf(plan, languageOf(place.api)).map(([fact, value]) => html`<dt>${fact}</dt><dd>${value}</dd>`)
  const fields = html`${applicationFields(state, applications)}${
    needsSubject &&
    input(state, {
      ...{ name: 'subject', label: 'Subject', most: 500 },
      hint: 'The subject of your tokens or certificates. The owner of the API checks that it is yours.',
    })
  }${questions.map((one) => question(state, one))}${terms && accepting(state, terms, place)}`
  return ownPage(
    `Subscribe to ${name}`,
    html`<h1>Subscribe to ${name}</h1>${notices(state)}<p>${place.api.name}${plan.description && html`: ${plan.description}`}</p><dl>${planFacts}</dl>${(approval === 'manual' || needsSubject) && html`<p>The owner of the API approves each subscription.</p>`}${form(state, 'subscribe', html`${fields}${button('Subscribe')}`)}<p><a href="${linkToApi(place, place.api, ['plans'])}">All plans</a></p>`,
    state,
  )
}

/** One of the applications, or the name of a new one. */
function applicationFields(state: Form, applications: readonly Application[]): Html {
  const [first] = applications
  if (!first)
    return input(state, {
      name: 'applicationName',
      label: 'Application name',
      hint: 'An application holds subscriptions and their keys.',
    })
  return html`${select(
    state,
    { name: 'application', label: 'Application', value: first.id },
    applications.map(({ id, name }) => [id, name] as const),
  )}${input(state, { name: 'applicationName', label: 'Application name', isOptional: true, hint: 'Enter a name to create a new application instead.' })}`
}

function question(state: Form, { name, label, type, options = [], required = false }: Question): Html {
  const field = { name: `form.${name}`, label, isOptional: !required }
  if (type === 'checkbox') return checkbox(state, field)
  if (type === 'text') return input(state, { ...field, most: 2000 })
  return select(state, field, [
    ...(required ? [] : [['', 'None'] as const]),
    ...options.map((one) => [one, one] as const),
  ])
}

function accepting(state: Form, terms: NonNullable<ReturnType<typeof termsOf>['terms']>, place: ApiPlace): Html {
  const { version, url, text } = terms
  return html`<section class="terms" aria-label="Terms" tabindex="0">${text !== undefined ? renderMarkdown(text, { ...place, path: [] }) : html`<p><a href="${url}" rel="noopener noreferrer" target="_blank">Terms, version ${version}</a></p>`}</section>${checkbox(state, { name: 'terms', label: `I accept the terms, version ${version}` }, version)}`
}
