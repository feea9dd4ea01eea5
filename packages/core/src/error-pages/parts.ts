/** What a template may name, as the contract writes it. */
const names = ['message', 'cause', 'otoroshiMessage', 'errorId', 'status'] as const

/** The texts that take the places of a template, already escaped. */
export type Values = Readonly<Record<(typeof names)[number], string>>

/** A template taken apart: text and places by turns, text first and last. */
export type Parts = readonly string[]

const place = new RegExp(`\\$\\{(${names.join('|')})\\}`)

/** Takes a template apart. What names no place stays text. */
export const toParts = (template: string): Parts => template.split(place)

/** Puts values into the places of a template, in one pass: a value that looks like a place stays text. */
export function fill(parts: Parts, values: Values): string {
  let text = parts[0] as string
  for (let i = 1; i < parts.length; i += 2) text += values[parts[i] as keyof Values] + (parts[i + 1] as string)
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
