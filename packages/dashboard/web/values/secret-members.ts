import { isPrivateKey, isSecretMember as isSecretByName, isSettings } from '@signalbox/core/gateway'
import type { MemberChange } from './changes.ts'
import { isObject } from './parts-of.ts'
import { below, stepsOf } from './pointer.ts'

/** Members whose values are secret, by JSON Pointer: pages show that they change, but not to what. */
const secret =
  /^\/(headers|secret|clientSecret|password)(\/|$)|^\/documentation\/(plans\/\d+\/access_mode_configuration\/(secret|clientSecret)$|source\/headers(\/|$))/

/** Members in which plans have secrets at any depth: a list is shown as a whole when an item is added. */
const inPlans = /^\/documentation(\/|$)/

/** Parts of APIs and of backends in which names say what is secret, at any depth, as the service decides it. */
const byName = /^\/(flows|backends|clients_backend_config|backend)(\/|$)/

/** Whoever knows the value reaches drafts. It is no secret for readers of the API, so copies have it. */
const hidden = /^\/testing\/headerValue$/

/** Stands for a secret that the service keeps. Sent back, it keeps the secret. */
export const MASK = '********'

/** Whether the value of a member is secret. */
export function isSecretMember(pointer: string): boolean {
  if (secret.test(pointer)) return true
  const steps = byName.test(pointer) ? stepsOf(pointer).slice(1) : []
  return steps.some((name, i) => isNamedSecret(name, steps[i - 1]) && !(isSettings(name) && i < steps.length - 1))
}

/** Whether tables show only that the value of a member changes. */
export const isHiddenMember = (pointer: string): boolean => hidden.test(pointer) || isSecretMember(pointer)

/** A value of a member as pages may show it: a mask stands for each secret in it. */
export function withoutSecretsIn(pointer: string, value: unknown): unknown {
  if (isSecretMember(pointer)) return allMasked(value)
  return inPlans.test(pointer) || byName.test(pointer) ? masked(value, pointer) : value
}

/** A record without its secrets, to copy or to show: a mask stands for each, also for one that was just typed. */
export function withoutSecrets<T extends object>(record: T): T {
  const entries = Object.entries(record).map(([name, value]): [string, unknown] => [
    name,
    withoutSecretsIn(below('', name), value),
  ])
  return entries.every(([name, value]) => value === record[name as keyof T])
    ? record
    : (Object.fromEntries(entries) as T)
}

/** Whether a change removes or replaces a secret: it is lost then, because the page has only its mask. */
export const losesSecret = ({ pointer, was, now }: MemberChange): boolean =>
  (was !== undefined && isSecretMember(pointer)) || masksIn(was) > masksIn(now)

/** How many masks stand for secrets in a value. */
export function masksIn(value: unknown): number {
  if (value === MASK) return 1
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, one) => sum + masksIn(one), 0)
}

function masked(value: unknown, pointer: string): unknown {
  if (typeof value === 'string') return byName.test(pointer) && isPrivateKey(value) ? MASK : value
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).map(([name, one]): [string, unknown] => {
    const at = below(pointer, name)
    const isSetting = isSettings(name) && isObject(one)
    return [name, isSecretMember(at) && !isSetting ? allMasked(one) : masked(one, at)]
  })
  if (parts.every(([name, one]) => one === (value as Record<string, unknown>)[name])) return value
  return Array.isArray(value) ? parts.map(([, one]) => one) : Object.fromEntries(parts)
}

function allMasked(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? value : MASK
  if (Array.isArray(value)) return value.map(allMasked)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, allMasked(one)]))
}

/** `cookie` is the name of a cookie, except in headers; the `key` of a certificate is its private key. */
function isNamedSecret(name: string, parent: string | undefined): boolean {
  if (name === 'cookie') return parent !== undefined && /headers$/i.test(parent)
  return isSecretByName(name) || (name === 'key' && parent === 'tls_config')
}
