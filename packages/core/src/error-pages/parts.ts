/** What a template may name, as the contract writes it. */
const names = ['message', 'cause', 'otoroshiMessage', 'errorId', 'status'] as const

/** The texts that take the places of a template, already escaped. */
export type Values = Readonly<Record<(typeof names)[number], string>>

/** A template taken apart: its text, cut at every place, and what goes into the cuts. */
export interface Parts {
  readonly texts: readonly string[]
  readonly places: readonly (keyof Values)[]
}

const place = new RegExp(`\\$\\{(${names.join('|')})\\}`)

/** Takes a template apart. What names no place stays text. */
export function toParts(template: string): Parts {
  const turns = template.split(place)
  return {
    texts: turns.filter((_, i) => i % 2 === 0),
    places: turns.filter((_, i) => i % 2 === 1) as (keyof Values)[],
  }
}

/** Puts values into the places of a template, in one pass: a value that looks like a place stays text. */
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

/** A text as HTML shows it, in an element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  special.test(text) ? text.replace(/[&<>"'`]/g, (character) => escapes[character] as string) : text
