/**
 * Data as YAML 1.2 that readers of YAML 1.1 take for the same. What JSON leaves out is left out. A writer for JSON alone is a hundredth of a
 * library of the whole language, which bundles of one file would have to carry.
 */
export const toYaml = (data: unknown): string => `${node(JSON.parse(JSON.stringify(data)), '').trimStart()}\n`

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** A value behind what it belongs to: on the same line, or on lines of its own below it. */
function node(value: Json, indent: string): string {
  if (typeof value === 'string') return ` ${text(value)}`
  if (typeof value !== 'object' || value === null) return ` ${value}`.replace(/^( -?\d+)e/, '$1.0e') // YAML 1.1 has no 1e+21
  if (Array.isArray(value))
    return value.length === 0
      ? ' []'
      : lines(
          value.map((item) => `-${within(item, indent)}`),
          indent,
        )
  const members = Object.entries(value)
  return members.length === 0
    ? ' {}'
    : lines(
        members.map(([name, member]) => `${key(name, indent)}:${below(member, indent)}`),
        indent,
      )
}

const lines = (all: readonly string[], indent: string) => all.map((line) => `\n${indent}${line}`).join('')

const below = (value: Json, indent: string) => node(value, `${indent}  `)

/** The first member of an item stands on the line of its dash. */
const within = (item: Json, indent: string) => below(item, indent).replace(/^\n +/, ' ')

/** Keys on one line with their value have at most 1,024 characters (YAML 1.2, 7.4.2). */
const key = (name: string, indent: string) => (name.length > 200 ? `? ${text(name)}\n${indent}` : text(name))

const text = (value: string) => (plain.test(value) && !words.test(value) ? value : quoted(value))

/** Nothing in these is anything but text. */
const plain = /^[A-Za-z/$][\w /$.,;(){}'"`+*<>=-]*(?<! )$/

/** Words that some readers take for something other than text: `E0` is a number to those who miss its digits. */
const words = /^(y|n|yes|no|on|off|true|false|null|e\d+)$/i

/** YAML takes strings of JSON as they are, but for characters that it does not print or takes for ends of lines. */
const quoted = (value: string) =>
  JSON.stringify(value).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
