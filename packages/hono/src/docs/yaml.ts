/**
 * Serializes data as YAML 1.2 that parsers of YAML 1.1 read the same. Omits what JSON omits. A writer for JSON data
 * alone is a hundredth of the size of a full YAML library, which single-file bundles would have to include.
 */
export const toYaml = (data: unknown): string => `${node(JSON.parse(JSON.stringify(data)), '').trimStart()}\n`

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** A value after its key or dash: on the same line, or on lines of its own below. */
function node(value: Json, indent: string): string {
  if (typeof value === 'string') return ` ${text(value)}`
  if (typeof value !== 'object' || value === null) return ` ${value}`.replace(/^( -?\d+)e/, '$1.0e') // not in YAML 1.1
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

/** The first member of an item is on the line of its dash. */
const within = (item: Json, indent: string) => below(item, indent).replace(/^\n +/, ' ')

/** Single-line keys are limited to 1,024 characters (YAML 1.2, section 7.4.2). */
const key = (name: string, indent: string) => (name.length > 200 ? `? ${text(name)}\n${indent}` : text(name))

const text = (value: string) => (plain.test(value) && !words.test(value) ? value : quoted(value))

/** Texts that YAML always reads as text. */
const plain = /^[A-Za-z/$][\w /$.,;(){}'"`+*<>=-]*(?<! )$/

/** Words that some parsers do not read as text; some even take `E0` for a number. */
const words = /^(y|n|yes|no|on|off|true|false|null|e\d+)$/i

/**
 * YAML reads JSON strings unchanged, except for unprintable characters and characters that it takes for line breaks.
 */
const quoted = (value: string) =>
  JSON.stringify(value).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
