import type { ComponentType } from 'preact'

/** More that is asked for when a record of a kind is created. */
export interface NewMembers {
  /** The fields, below the id. */
  readonly Fields: ComponentType
  /** The members that they give the new record. */
  members(): object
}
