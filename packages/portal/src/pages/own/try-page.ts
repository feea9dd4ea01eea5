import { type Html, html } from '../html.ts'
import { type ApiPlace, linkToApi } from '../place.ts'
import { linkToOperation } from '../reference/pages.ts'
import type { Operation } from '../reference/read-operations.ts'
import { referenceOf } from '../reference/reference.ts'
import { subscribeToTry } from '../reference/try-part.ts'
import { cut } from '../reference/values.ts'
import { type Form, notices } from './forms.ts'
import { type OwnPage, ownPage } from './own-page.ts'
import { prettyJson } from './pretty-json.ts'
import type { Trial } from './records.ts'
import { type TryFields, tryForm } from './try-form.ts'
import { causeWords } from './try-words.ts'

/** What the page of an operation shows. */
export interface Tryable extends Omit<TryFields, 'id'> {
  readonly operation: Operation
  /** What the operation answered. @default it was not called yet */
  readonly trial?: Trial
}

/** Where an operation is called, and its answer is shown. */
export function tryPage(place: ApiPlace, state: Form, { operation, trial, ...fields }: Tryable): OwnPage {
  const { openapi = {} } = place.api
  const { method, path, title, anchor } = operation
  const back = linkToOperation(place, referenceOf(openapi), operation)
  const asking =
    fields.subscriptions.length > 0
      ? tryForm(place, state, { ...fields, id: anchor })
      : html`<p>You have no active subscription whose plan covers this operation.</p>${subscribeToTry(place, operation)}`
  return ownPage(
    `Try it: ${title}`,
    html`<h1>Try it: ${title}</h1><p class="request"><strong>${cut(method, 100)}</strong> <code>${cut(path, 1000)}</code></p>${notices(state)}${trial && html`<h2>Answer</h2>${answerHtml(place, trial)}<h2>Again</h2>`}${asking}<p><a href="${back}">Back to the reference</a></p>`,
    state,
  )
}

/** An answer: its status and time, why the gateway refused it, headers, and body. */
function answerHtml(place: ApiPlace, trial: Trial): Html {
  const { status, headers, ms } = trial
  const why = causeWords(trial)
  const plans = why?.way === 'plans' && html` <a href="${linkToApi(place, place.api, ['plans'])}">All plans</a>`
  return html`<p class="request" role="status"><strong>${status}</strong> in ${ms.toLocaleString('en')} ms</p>${why && html`<p class="notice problem">${why.text}${plans}</p>`}${bodyHtml(trial)}<details><summary>${headers.length} ${headers.length === 1 ? 'header' : 'headers'}</summary><pre tabindex="0" class="wrap"><code>${headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}</code></pre></details>`
}

function bodyHtml({ body, encoding }: Trial): Html {
  if (body === '') return html`<p>The answer has no body.</p>`
  if (encoding === 'text') return html`<pre tabindex="0"><code>${prettyJson(body) ?? body}</code></pre>`
  const bytes = Math.floor((body.replace(/=+$/, '').length * 3) / 4)
  return html`<p>The body is not text. <a download="answer.bin" href="data:application/octet-stream;base64,${body}">Save ${bytes.toLocaleString('en')} bytes</a></p>`
}
