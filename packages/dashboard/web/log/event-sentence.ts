import type { ChangeEvent, Domain } from '@signalbox/core/contract'
import type { MemberChange } from '../saving/changes.ts'
import { changesOf } from '../saving/changes.ts'
import { memberOf } from '../saving/is-same.ts'
import { memberLabel } from '../saving/member-label.ts'
import { counted, listed } from '../words.ts'
import { authorOf, isOfService } from './author.ts'
import { nounOf, nouns } from './nouns.ts'

/** A part of a sentence: words, or a name that someone gave, such as an id. */
export type Piece = string | { readonly name: string; readonly is: 'author' | 'record' | 'value' }

/** An event as a sentence: who did what to which record. */
export function eventSentence(event: ChangeEvent): readonly Piece[] {
  const { type, domain, key, payload, authInfo } = event
  const record: Piece = { name: key, is: 'record' }
  const author: Piece = { name: authorOf(authInfo).name, is: 'author' }
  const noun = nounOf(domain)
  if (Object.hasOwn(special, type)) return special[type as keyof typeof special](event, author, record)
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

type Sentence = (event: ChangeEvent, author: Piece, record: Piece) => readonly Piece[]

/** Events that are no plain change of a record. */
const special = {
  VARIANT_BINDING_CREATED: ({ payload }, _, record) => [
    'A client got the variant ',
    named(payload, 'variantId'),
    ' of the experiment ',
    owner(payload, 'experimentId', record),
  ],
  EXPERIMENT_VARIANT_EVENT_CREATED: ({ payload }, _, record) => [
    'A client ',
    String(memberIn(payload, '@type') ?? '').includes('Won') ? 'converted with a variant' : 'saw a variant',
    ' of the experiment ',
    owner(payload, 'experimentId', record),
  ],
  EXPERIMENT_VARIANT_EVENT_DELETED: ({ payload }, author, record) => [
    author,
    ' deleted the results of the experiment ',
    owner(payload, 'experimentId', record),
  ],
  API_DEPLOYED: ({ payload }, author, record) => {
    const version = memberIn(payload, 'version')
    return [author, ` published ${typeof version === 'string' ? `version ${version} of ` : ''}the API `, record]
  },
  API_DRAFT_CREATED: (_, author, record) => [author, ' began a draft of the API ', record],
  API_DRAFT_UPDATED: (_, author, record) => [author, ' changed the draft of the API ', record],
  API_DRAFT_DELETED: (_, author, record) => [author, ' discarded the draft of the API ', record],
  CREDENTIAL_ROTATION_DUE: (_event, _author, record) => ['The secret of the credential ', record, ' must be rotated'],
  GATEWAYKEY_REPORT_REFUSED: (_event, _author, record) => [
    'A data plane with the gateway key ',
    record,
    ' reported usage that is not plausible',
  ],
  WORKFLOW_EVENT_EMITTED: ({ payload }, _, record) => [
    'The workflow ',
    record,
    ' emitted the event ',
    named(payload, 'name'),
  ],
} satisfies Record<string, Sentence>

const MOST_NAMED = 3

/** What an update did, beginning with the verb. */
function updated(event: ChangeEvent, record: Piece): readonly Piece[] {
  const noun = nounOf(event.domain)
  const changes = changesIn(event)
  const [only] = changes
  if (!only) return [` changed the ${noun} `, record]
  if (changes.length === 1) return one(only, event, record)
  if (changes.some(({ pointer }) => pointer === '/activationStrategy')) return [' changed the strategy of ', record]
  const members = [...new Set(changes.map(({ pointer }) => memberLabel(pointer)))]
  if (members.length > MOST_NAMED) return [` changed ${counted(members.length, 'member')} of the ${noun} `, record]
  return [` changed ${listed(members)} of `, record]
}

function one({ pointer, was, now }: MemberChange, { domain, authInfo }: ChangeEvent, record: Piece): readonly Piece[] {
  const noun = nounOf(domain)
  if (pointer === '/enabled') return [' switched ', record, now === true ? ' on' : ' off']
  if (pointer === '/isBanned')
    return now === true
      ? [' stopped the deliveries to ', record, isOfService(authInfo) ? ', which failed too often' : '']
      : [' let ', record, ' deliver again']
  const isShare = pointer === '/parameters/percentage'
  const what = isShare ? 'the share' : memberLabel(pointer)
  const unit = isShare ? ' %' : ''
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

const memberIn = (payload: unknown, name: string): unknown =>
  typeof payload === 'object' && payload !== null ? memberOf(payload, name) : undefined
const numberIn = (payload: unknown, name: string): number | undefined => {
  const found = memberIn(payload, name)
  return typeof found === 'number' ? found : undefined
}
const named = (payload: unknown, name: string): Piece => ({ name: String(memberIn(payload, name) ?? '?'), is: 'value' })
const owner = (payload: unknown, name: string, record: Piece): Piece => {
  const id = memberIn(payload, name)
  return typeof id === 'string' ? { name: id, is: 'record' } : record
}
