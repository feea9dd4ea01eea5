import type { ChangeEvent, Domain, EventType } from '@signalbox/core/contract'
import type { Api } from '../calls/api.ts'
import type { IssuedCredential } from '../notices/show-credential.ts'
import type { RecordSecret } from '../notices/shown-once.ts'
import type { MenuPlace } from './menu-place.ts'
import type { Piece } from './pieces.ts'

/** An event that is no plain change of a record, as a sentence. */
export type Sentence = (event: ChangeEvent, author: Piece, record: Piece) => readonly Piece[]

/** What the operations of a kind are made of. */
export interface PageParts {
  readonly api: Api
  showCredential(credential: IssuedCredential): void
}

/** Records of a domain, in the words of the page. */
export interface DomainWords {
  readonly domain: Domain
  /** What one record is called, and many of them. */
  readonly nouns: readonly [one: string, many: string]
  /** The prefix of the types of their events. */
  readonly prefix: string
  /** Their events that are no plain changes, by type. */
  readonly sentences?: Readonly<Partial<Record<EventType, Sentence>>>
}

/** A kind of records that the dashboard edits. */
export interface KindDefinition extends DomainWords {
  /** The path of its screens. */
  readonly path: string
  /** The address of its list, if it is not that path. */
  readonly list?: string
  /** The path of the API below `/api`. */
  readonly resource: string
  /** Whether records have tags and metadata. */
  readonly tagged: boolean
  /** The operations that read and write records. */
  operations(page: PageParts): unknown
  /** Members that only make sense together, the first of which decides: two edits of them are not mixed. */
  readonly together?: readonly (readonly string[])[]
  /** A new record with the least that the service accepts. */
  blank(id: string): object
  /** The members that the rows of its list need, by commas. Absent for records that belong to one of another kind. */
  readonly fields?: string
  /** Its list in the navigation. */
  readonly screen?: Required<Pick<MenuPlace, 'group'>> &
    Omit<MenuPlace, 'domains'> & {
      /** Whether its list has an entry before there is a record. */
      readonly isAlways?: true
      /** The key that goes there after `g`. */
      readonly key: string
    }
  /** What the service creates for a record and returns once. */
  readonly secret?: RecordSecret
  /** What a deletion loses for good. */
  readonly loss?: string
  /** The same, only of records that have secrets. */
  readonly lossOfSecrets?: string
  /** Whether only admins see its events, which have addresses of people. */
  readonly isLogForAdmins?: true
  /** Members that earlier versions do not bring back. */
  readonly lived?: readonly string[]
}

/** Declares a kind of records. */
export const defineKind = <const K extends KindDefinition>(kind: K): K & { readonly noun: K['nouns'][0] } => ({
  ...kind,
  noun: kind.nouns[0],
})
