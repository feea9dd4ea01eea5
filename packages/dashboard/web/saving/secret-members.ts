import { changesOf } from './changes.ts'
import { withValueAt } from './pointer.ts'

/** Members whose values are secret, by JSON Pointer: pages show that they change, but not to what. */
const secret = /^\/(headers|secret|clientSecret|password)(\/|$)/

/** What stands for a secret. */
const MASK = '********'

/** Whether the value of a member is secret. */
export const isSecretMember = (pointer: string): boolean => secret.test(pointer)

/** A record without its secrets, to copy or to show: a mask stands for each, also for one that was just typed. */
export const withoutSecrets = <T extends object>(record: T): T =>
  changesOf({}, record)
    .filter(({ pointer }) => isSecretMember(pointer))
    .reduce<unknown>((masked, { pointer, now }) => withValueAt(masked, pointer, maskOf(now)), record) as T

const maskOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.keys(value).map((name) => [name, MASK]))
    : MASK
