import { gatewaySecrets } from '../../gateway/secrets.ts'
import { isObject, own, setOwn } from '../../machine/json/json.ts'
import { type Secrets, secretsOf } from '../../machine/records/secrets/secrets.ts'
import { openObject, Type } from '../../machine/schema/schema.ts'
import type { PluginCatalog } from '../../plugins/create-catalog.ts'
import type { GatewayUnit } from '../source/source.ts'

/** Kinds of units that have values. */
export type SealedKind = Exclude<GatewayUnit['kind'], 'end'>

/** Secrets in a member of a unit's value, or in the value itself. */
interface SecretMembers {
  /** @default the value itself */
  readonly in?: string
  readonly secrets: { replace(value: never, by: Replace): unknown }
}
type Replace = Parameters<Secrets<never>['replace']>[1]

/** Which members of each kind of unit are secret. */
const secretMembers = (catalog: PluginCatalog): Readonly<Record<SealedKind, readonly SecretMembers[]>> => {
  const { api, backend } = gatewaySecrets(catalog)
  return {
    // Drafts are served to anyone who knows the testing header.
    api: [
      { in: 'api', secrets: api },
      { in: 'api', secrets: testing },
      { in: 'live', secrets: api },
      { in: 'live', secrets: testing },
      { in: 'draft', secrets: api },
      { in: 'draft', secrets: testing },
    ],
    backend: [{ secrets: backend }],
    'error-template': [],
    subscription: [],
    // The hashes of the current and the previous secret.
    credential: [{ secrets: secretMember('secrets') }],
    'signing-key': [{ secrets: secretMember('privateJwk') }],
    'cookie-key': [{ secrets: secretMember('secret') }],
    quota: [],
    experiment: [],
  }
}

const secretMember = (name: string) => secretsOf<never>(openObject({ [name]: Type.Unknown({ writeOnly: true }) }))
const testing = secretsOf<never>(openObject({ testing: openObject({ headerValue: Type.String({ writeOnly: true }) }) }))

const known = new WeakMap<PluginCatalog, ReturnType<typeof secretMembers>>()

/**
 * A copy of the value of a unit, in which `replace` has replaced every secret. `pointer` is the place of the secret in the
 * value. Parts without secrets are not copied. Throws a `RangeError` for a kind of unit that is not known.
 */
export function replaceSecrets(
  { kind, value }: { readonly kind: string; readonly value?: unknown },
  catalog: PluginCatalog,
  replace: Replace,
): unknown {
  const table = known.get(catalog) ?? secretMembers(catalog)
  known.set(catalog, table)
  if (!Object.hasOwn(table, kind)) throw new RangeError(`Units of kind ${kind} cannot be sealed`)
  let copy = value
  for (const { in: name, secrets } of table[kind as SealedKind]) {
    if (name === undefined) copy = secrets.replace(copy as never, replace)
    else if (isObject(copy) && own(copy, name) !== undefined) {
      const member = secrets.replace(own(copy, name) as never, (secret, at) => replace(secret, `/${name}${at}`))
      if (member === own(copy, name)) continue
      copy = { ...copy }
      setOwn(copy as object, name, member)
    }
  }
  return copy
}
