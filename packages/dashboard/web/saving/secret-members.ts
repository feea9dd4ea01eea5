import { changesOf } from './changes.ts'
import { withValueAt } from './pointer.ts'

/** Members whose values are secret, by JSON Pointer: pages show that they change, but not to what. */
const secret =
  /^\/(headers|secret|clientSecret|password)(\/|$)|^\/documentation\/plans\/\d+\/access_mode_configuration\/(secret|clientSecret)$/

/** Members in which secrets are at any depth: a list is shown as a whole when an item is added. */
const holdsSecrets = /^\/documentation(\/|$)/
const secretName = /^(secret|clientSecret|password)$/

/** What stands for a secret. */
const MASK = '********'

/** Whether the value of a member is secret. */
export const isSecretMember = (pointer: string): boolean => secret.test(pointer)

/** A value of a member as pages may show it: a mask stands for each secret in it. */
export function withoutSecretsIn(pointer: string, value: unknown): unknown {
  return holdsSecrets.test(pointer) ? masked(value) : value
}

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      secretName.test(name) && typeof one === 'string' ? MASK : masked(one),
    ]),
  )
}

/** A record without its secrets, to copy or to show: a mask stands for each, also for one that was just typed. */
export const withoutSecrets = <T extends object>(record: T): T =>
  changesOf({}, record)
    .filter(({ pointer }) => isSecretMember(pointer) || holdsSecrets.test(pointer))
    .reduce<unknown>(
      (shown, { pointer, now }) =>
        withValueAt(shown, pointer, isSecretMember(pointer) ? maskOf(now) : withoutSecretsIn(pointer, now)),
      record,
    ) as T

const maskOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.keys(value).map((name) => [name, MASK]))
    : MASK
