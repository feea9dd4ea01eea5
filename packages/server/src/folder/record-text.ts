import { canonicalJson } from '@signalbox/core/evaluate'
import { stringify } from 'yaml'
import { readRecords } from './read-records.ts'

/** The first line of the files that `signalbox export --dir` writes. Only files that begin with it are removed. */
export const MARK = '# Written by signalbox export.'

/** The text of the file of a record: YAML, always the same for equal records with members in the same order. */
export function recordText(record: object): string {
  const yaml = stringify(record, { lineWidth: 0, aliasDuplicateObjects: false })
  // Some texts, such as halves of surrogate pairs, do not survive as YAML. As JSON with escapes they do.
  return `${MARK}\n${isRead(yaml, record) ? yaml : `${escaped(JSON.stringify(record, null, 2))}\n`}`
}

function isRead(text: string, record: object): boolean {
  if (!text.isWellFormed()) return false
  const { values, problems } = readRecords(text)
  const [found, ...others] = values
  const isObject = typeof found?.value === 'object' && found.value !== null
  return (
    problems.length === 0 && others.length === 0 && isObject && canonicalJson(found.value) === canonicalJson(record)
  )
}

/** JSON text in ASCII. */
const escaped = (json: string): string =>
  json.replace(/[^\n\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
