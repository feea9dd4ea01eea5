import type { ChangeEvent, Domain } from '@signalbox/core/contract'
import { numberIn, type Piece } from '../kinds/pieces.ts'
import { changesOf, type MemberChange } from '../values/changes.ts'
import { counted, listed } from '../words/words.ts'
import { authorOf, isOfService } from './author.ts'
import { nounOf, nouns, sentenceOf } from './domains.ts'
import { memberWords } from './member-words.ts'
import { specialChange } from './special-changes.ts'

/** An event as a sentence: who did what to which record. */
export function eventSentence(event: ChangeEvent): readonly Piece[] {
  const { type, domain, key, payload, authInfo } = event
  const record: Piece = { name: key, is: 'record' }
  const author: Piece = { name: authorOf(authInfo).name, is: 'author' }
  const noun = nounOf(domain)
  const sentence = sentenceOf(event)
  if (sentence) return sentence(event, author, record)
  if (type.endsWith('S_DELETED')) {
    const [one, many] = Object.hasOwn(nouns, domain) ? nouns[domain as Domain] : [noun, noun]
    const deleted = numberIn(payload, 'count')
    return [author, ` deleted ${deleted === undefined ? many : counted(deleted, one, many)} that match `, record]
  }
  if (type.endsWith('_CREATED')) return [author, ` created the ${noun} `, record]
  if (type.endsWith('_DELETED')) return [author, ` deleted the ${noun} `, record]
  if (type.endsWith('_UPDATED')) return [author, ...updated(event, record)]
  return [`${type} of the ${noun} `, record]
}

/** The sentence as text. */
export const sentenceText = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece.name)).join('')

/** The members that an event changed, in its payload. */
export const changesIn = ({ type, oldValue, payload }: ChangeEvent): readonly MemberChange[] =>
  type.endsWith('_UPDATED') && oldValue !== undefined ? changesOf(oldValue, payload) : []

const MOST_NAMED = 3

/** What an update did, beginning with the verb. */
function updated(event: ChangeEvent, record: Piece): readonly Piece[] {
  const noun = nounOf(event.domain)
  const changes = changesIn(event)
  const [only] = changes
  if (!only) return [` changed the ${noun} `, record]
  if (changes.length === 1) return one(only, event, record)
  if (changes.some(({ pointer }) => pointer === '/activationStrategy')) return [' changed the strategy of ', record]
  const members = [...new Set(changes.map(({ pointer }) => memberWords(pointer, event.payload ?? event.oldValue)))]
  if (members.length > MOST_NAMED) return [` changed ${counted(members.length, 'member')} of the ${noun} `, record]
  return [` changed ${listed(members)} of `, record]
}

function one(change: MemberChange, event: ChangeEvent, record: Piece): readonly Piece[] {
  const { pointer, was, now } = change
  const { domain, authInfo, payload, oldValue } = event
  const special = specialChange(change, event, record)
  if (special) return special
  const noun = nounOf(domain)
  if (pointer === '/enabled') return [' switched ', record, now === true ? ' on' : ' off']
  if (pointer === '/isBanned')
    return now === true
      ? [' stopped the deliveries to ', record, isOfService(authInfo) ? ', which failed too often' : '']
      : [' let ', record, ' deliver again']
  const isShare = pointer === '/parameters/percentage'
  const what = isShare ? 'the share' : memberWords(pointer, now === undefined ? oldValue : payload)
  const unit = isShare ? '%' : ''
  if (was === undefined && isShort(now)) return [` set ${what} of `, record, ' to ', value(now, unit)]
  if (now === undefined) return [` removed ${what} of `, record]
  if (isShort(was) && isShort(now))
    return [` changed ${what} of `, record, ' from ', value(was, unit), ' to ', value(now, unit)]
  return [` changed ${what} of ${noun === 'feature' ? '' : `the ${noun} `}`, record]
}

const MOST_CHARACTERS = 30
const isShort = (value: unknown): boolean =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.length <= MOST_CHARACTERS && value.trim() !== '')
const value = (of: unknown, unit: string): Piece => ({ name: `${of}${unit}`, is: 'value' })
