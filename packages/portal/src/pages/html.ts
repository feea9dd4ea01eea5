/** Marks what was made here. A record cannot pretend to be HTML, whatever its members are: JSON has no symbols. */
const made: unique symbol = Symbol('made')

/** HTML that a template made, or Markdown. There is no other way to make it. */
export interface Html {
  readonly text: string
  readonly [made]: true
}

/** What a template takes: texts, which are escaped, HTML, and lists of both. */
export type Value = string | number | Html | false | undefined | readonly Value[]

/**
 * Makes HTML of a template. Texts are escaped, in content and in quoted attributes.
 *
 * @example
 * html`<a href="${link}">${title}</a>`
 */
export const html = (strings: TemplateStringsArray, ...values: readonly Value[]): Html =>
  rendered(strings.reduce((text, string, i) => text + textOf(values[i - 1]) + string))

/** Marks a text as HTML: for the result of `renderMarkdown`, and for our own script. Never for a text of an author. */
export const rendered = (text: string): Html => ({ text, [made]: true })

/** Escapes a text for content and quoted attributes. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

function textOf(value: Value): string {
  if (value === undefined || value === false) return ''
  if (Array.isArray(value)) return value.map(textOf).join('')
  return typeof value === 'object' && (value as Html)[made] === true ? (value as Html).text : escaped(String(value))
}
