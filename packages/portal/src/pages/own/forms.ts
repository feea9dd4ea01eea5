import { type Html, html, type Value } from '../html.ts'
import { linkToMount, type Place } from '../place.ts'

/** What a form knows besides its fields. */
export interface Form {
  /** Makes it take effect once. */
  readonly token: string
  /** What was typed before, by the name of the field. @default nothing */
  readonly values?: Readonly<Record<string, string>>
  /** What is wrong, by the name of the field; what concerns no field has the empty name. @default nothing */
  readonly problems?: Readonly<Record<string, string>>
  /** What has happened. @default nothing */
  readonly notice?: string
  /** Where it is sent. @default the address of the page */
  readonly action?: string
  /** A form that waits until its sender has signed in, as JSON. @default none */
  readonly kept?: string
}

/** A field of a form. */
export interface Field {
  readonly name: string
  /** Tells it from a field of the same name in another form of the page. @default the name */
  readonly id?: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'password' | 'search'
  /** What browsers fill in (HTML, `autocomplete`). */
  readonly autocomplete?: string
  readonly isOptional?: boolean
  readonly most?: number
  readonly hint?: string
  readonly value?: string | undefined
}

/** A form that is sent to the address of its page. `act` says which of the forms of the page it is. */
export const form = ({ token, action, kept }: Form, act: string, body: Value): Html =>
  html`<form method="post" class="form"${action !== undefined && html` action="${action}"`}>${kept !== undefined && html`<input type="hidden" name="_keep" value="${kept}">`}<input type="hidden" name="_act" value="${act}"><input type="hidden" name="_once" value="${token}">${body}</form>`

/** The button that sends a form. */
export const button = (label: string, isMain = true): Html =>
  isMain ? html`<p><button class="main">${label}</button></p>` : html`<p><button>${label}</button></p>`

/** What has happened, and what is wrong with the whole form. */
export const notices = ({ notice, problems = {} }: Form): Html =>
  html`${notice !== undefined && html`<p class="notice" role="status">${notice}</p>`}${problems[''] !== undefined && html`<p class="notice problem" role="alert">${problems['']}</p>`}`

/** A field in one line. Passwords are typed again each time. */
export function input(form: Form, field: Field): Html {
  const { name, id = name, label, type = 'text', autocomplete, isOptional = false, most = 200 } = field
  const value = type === 'password' ? undefined : (form.values?.[name] ?? field.value)
  return labelled(form, field, {
    control: html`<input id="f-${id}" name="${name}" type="${type}"${value !== undefined && html` value="${value}"`}${autocomplete !== undefined && html` autocomplete="${autocomplete}"`}${!isOptional && html` required`} maxlength="${most}"${described(form, field)}>`,
    label: `${label}${isOptional ? ' (optional)' : ''}`,
  })
}

/** A field of several lines. Parsers drop the first line break of one. */
export function textarea(form: Form, field: Field, lines = 8): Html {
  const { name, id = name, label, isOptional = false } = field
  return labelled(form, field, {
    control: html`<textarea id="f-${id}" name="${name}" rows="${lines}" spellcheck="false"${!isOptional && html` required`}${described(form, field)}>\n${form.values?.[name] ?? field.value}</textarea>`,
    label: `${label}${isOptional ? ' (optional)' : ''}`,
  })
}

/** A choice of one value: pairs of a value and its words. Nothing is chosen for people: without a value, a required choice is empty. */
export function select(form: Form, field: Field, options: readonly (readonly [value: string, words: string])[]): Html {
  const { name, id = name, label, isOptional = false } = field
  const chosen = form.values?.[name] ?? field.value
  const hasChoice = isOptional || options.some(([value]) => value === chosen)
  return labelled(form, field, {
    control: html`<select id="f-${id}" name="${name}"${!isOptional && html` required`}${described(form, field)}>${!hasChoice && html`<option value="">Choose…</option>`}${options.map(
      ([value, words]) => html`<option value="${value}"${value === chosen && html` selected`}>${words}</option>`,
    )}</select>`,
    label: `${label}${isOptional ? ' (optional)' : ''}`,
  })
}

/** A box to tick. */
export function checkbox(form: Form, field: Field, value = 'yes'): Html {
  const { name, id = name, label, isOptional = false } = field
  const isTicked = form.values?.[name] === value
  return html`<div class="field"><label class="tick"><input type="checkbox" id="f-${id}" name="${name}" value="${value}"${isTicked && html` checked`}${!isOptional && html` required`}${described(form, field)}> ${label}</label>${below(form, field)}</div>`
}

/** A link to a page of the portal itself, with a query. */
export const linkToOwn = (
  place: Place,
  path: readonly string[],
  query: Readonly<Record<string, string>> = {},
): string => {
  const search = new URLSearchParams(query).toString()
  return `${linkToMount(place, ['~', ...path])}${search === '' ? '' : `?${search}`}`
}

const labelled = (form: Form, field: Field, { control, label }: { control: Html; label: string }): Html =>
  html`<div class="field"><label for="f-${field.id ?? field.name}">${label}</label>${control}${below(form, field)}</div>`

/** Ties a field to its hint and to what is wrong with it (WAI-ARIA). */
function described({ problems = {} }: Form, { name, id = name, hint }: Field): Html {
  const isWrong = problems[name] !== undefined
  const ids = [...(isWrong ? [`p-${id}`] : []), ...(hint === undefined ? [] : [`h-${id}`])]
  return html`${ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`}${isWrong && html` aria-invalid="true"`}`
}

const below = ({ problems = {} }: Form, { name, id = name, hint }: Field): Html =>
  html`${problems[name] !== undefined && html`<p class="problem" id="p-${id}">${problems[name]}</p>`}${hint !== undefined && html`<p class="muted" id="h-${id}">${hint}</p>`}`
