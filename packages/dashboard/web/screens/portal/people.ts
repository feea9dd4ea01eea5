import type { RecordOf } from '../../kinds/kinds.ts'
import type { AspectName } from '../../parts/signs/Aspect.tsx'
import { type AllRecords, createAllRecords } from '../listing/all-records.ts'

/** A person who uses APIs. */
export type Developer = RecordOf<'developers'>
/** What people use APIs with. */
export type Application = RecordOf<'applications'>

/** A function that returns the list of all records of a kind. The first call loads it. */
function once<T extends Developer | Application>(kind: 'developers' | 'applications', fields: string) {
  let known: AllRecords<T> | undefined
  return (): AllRecords<T> => {
    if (known) return known
    known = createAllRecords<T>(kind, fields)
    void known.load()
    return known
  }
}

/** All people who use APIs. */
export const developersHere = once<Developer>('developers', 'id,name,email,email_verified,status,groups')

/** All applications. */
export const applicationsHere = once<Application>('applications', 'id,name,members')

/** The address of a developer, and that it is not confirmed if it is not: anybody can enter an address of somebody else. */
export const addressWords = ({
  email,
  email_verified,
}: Pick<Developer, 'email' | 'email_verified'>): string | undefined =>
  email === undefined || email_verified ? email : `${email}, not confirmed`

/** The standing of a developer in words. */
export const standings: Readonly<
  Record<
    NonNullable<Developer['status']>,
    { readonly word: string; readonly aspect?: AspectName; readonly sentence: string }
  >
> = {
  active: { word: 'Active', sentence: 'They can sign in.' },
  waiting: { word: 'Unconfirmed', aspect: 'caution', sentence: 'They can’t sign in until they confirm their address.' },
  blocked: {
    word: 'Blocked',
    aspect: 'danger',
    sentence: 'They can’t sign in. Keys of their applications still work.',
  },
}
