/** The placeholders of a template. */
const names = ['message', 'cause', 'otoroshiMessage', 'errorId', 'status'] as const

/** The values of the placeholders, already escaped. */
export type Values = Readonly<Record<(typeof names)[number], string>>

/** A parsed template: its texts, and the placeholders between them. */
export interface Parts {
  readonly texts: readonly string[]
  readonly places: readonly (keyof Values)[]
}

const place = new RegExp(`\\$\\{(${names.join('|')})\\}`)

/** Parses a template. Unknown placeholders stay text. */
export function toParts(template: string): Parts {
  const turns = template.split(place)
  return {
    texts: turns.filter((_, i) => i % 2 === 0),
    places: turns.filter((_, i) => i % 2 === 1) as (keyof Values)[],
  }
}

/** Replaces the placeholders in one pass: a value that looks like a placeholder stays text. */
export function fill({ texts, places }: Parts, values: Values): string {
  let text = texts[0] as string
  for (let i = 0; i < places.length; i++) text += values[places[i] as keyof Values] + (texts[i + 1] as string)
  return text
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}
const special = /[&<>"'`]/

/** Escapes a text for an HTML element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  special.test(text) ? text.replace(/[&<>"'`]/g, (character) => escapes[character] as string) : text
