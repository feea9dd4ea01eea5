import type { ComponentChildren } from 'preact'
import { count } from '../../words/words.ts'
import type { SchemaField } from './field.ts'

/** What a value means and must be, with names as code: `Header \`X-Id\`` . */
export function hintOf(text: string | undefined, field: SchemaField): ComponentChildren {
  const sentences = [text && closed(text), rangeOf(field)].filter((one) => one !== undefined && one !== '')
  return sentences.length === 0 ? undefined : <Marked text={sentences.join(' ')} />
}

/** A text in which names between backticks are code. */
export const Marked = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((part, i) => (i % 2 === 1 ? <code key={`${i} ${part}`}>{part}</code> : part))}</>
)

const closed = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

function rangeOf(field: SchemaField): string | undefined {
  const item = field.kind === 'list' ? field.item : field
  if (item.kind === 'text') return item.format === undefined ? undefined : `Format: ${item.format}.`
  if (item.kind !== 'number') return undefined
  const { min, max } = item
  if (min !== undefined && max !== undefined) return `${count(min)} to ${count(max)}.`
  if (min !== undefined && min > 0) return `At least ${count(min)}.`
  return max === undefined ? undefined : `At most ${count(max)}.`
}
