import { masksIn } from '../values/secret-members.ts'

/** What a deletion loses for good, in sentences. */
export interface Losses {
  /** Of every record of a kind. */
  readonly loss?: string
  /** Of records that have secrets, of which the page has only the masks. */
  readonly lossOfSecrets?: string
}

/** What the deletion of records loses for good; `undefined` if they can be created again as they were. */
export const lossIn = ({ loss, lossOfSecrets }: Losses, records: readonly unknown[]): string | undefined =>
  loss ?? (records.some((record) => masksIn(record) > 0) ? lossOfSecrets : undefined)
