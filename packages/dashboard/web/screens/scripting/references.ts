import type { ChangeEvent, Feature } from '@signalbox/core/contract'

/** The script of each feature that refers to one. */
export type References = ReadonlyMap<string, string>

/** Adds what features refer to. */
export function withFeatures(references: References, features: Iterable<Feature>): References {
  const next = new Map(references)
  for (const { id, activationStrategy, parameters } of features as Iterable<Feature & { parameters: unknown }>)
    if (activationStrategy === 'GLOBAL_SCRIPT') next.set(id, (parameters as { readonly ref: string }).ref)
  return next
}

/** The references after the change of a feature. */
export function afterEvent(references: References, { type, payload, oldValue }: ChangeEvent): References {
  const next = new Map(references)
  for (const record of [oldValue, payload] as readonly (Feature | undefined)[]) if (record) next.delete(record.id)
  return type === 'FEATURE_DELETED' ? next : withFeatures(next, [payload as Feature])
}

/** The features of each script, in the order of their ids. */
export function byScript(references: References): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>()
  for (const [feature, script] of references) users.set(script, [...(users.get(script) ?? []), feature])
  for (const ids of users.values()) ids.sort()
  return users
}
