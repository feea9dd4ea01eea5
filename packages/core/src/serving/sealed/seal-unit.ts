import { escapePointer, isObject, setOwn } from '../../machine/json/json.ts'
import type { SealingKey } from '../../machine/secrets/sealing-key.ts'
import type { PluginCatalog } from '../../plugins/create-catalog.ts'
import type { GatewayUnit } from '../source/source.ts'
import { toBase64Url } from './base64url.ts'
import { replaceSecrets } from './secret-members.ts'

/** The name of the only member of an object that stands for a secret. */
export const SEALED = '$sealed'

/** A unit whose secrets are sealed: each is `{"$sealed": "…"}`, Base64url of the nonce and the AES-256-GCM ciphertext. */
export interface SealedUnit {
  readonly kind: string
  /** Absent in units of the kind `end`. */
  readonly key?: string
  readonly revision: number
  readonly value?: unknown
}

/** The place of a secret, which is authenticated with it: sealed secrets cannot be moved. */
export const placeOf = ({ kind, key }: Pick<SealedUnit, 'kind' | 'key'>, pointer: string): string =>
  JSON.stringify([kind, key, pointer])

/**
 * Seals every secret of a unit: plugins of the catalog say which members of their configurations are secret. An object
 * that has a member `$sealed` of its own is sealed as a whole, so that it is not taken for a secret.
 */
export async function sealUnit(unit: GatewayUnit, key: SealingKey, catalog: PluginCatalog): Promise<SealedUnit> {
  if (unit.kind === 'end' || unit.value === undefined) return unit
  const found = new Map<object, { readonly secret: unknown; readonly pointer: string }>()
  const replace = (secret: unknown, pointer: string): object => {
    const sealed = { [SEALED]: '' }
    found.set(sealed, { secret, pointer })
    return sealed
  }
  const replaced = replaceSecrets(unit, catalog, replace)
  const value = changeObjects(replaced, (object, pointer) =>
    Object.hasOwn(object, SEALED) && !found.has(object) ? replace(object, pointer) : undefined,
  )
  /** A secret may contain others. */
  const plain = (_: string, part: unknown) => (found.has(part as object) ? found.get(part as object)?.secret : part)
  await Promise.all(
    Array.from(found, async ([sealed, { secret, pointer }]) => {
      const bytes = await key.encrypt(JSON.stringify(secret, plain), placeOf(unit, pointer))
      setOwn(sealed, SEALED, toBase64Url(bytes))
    }),
  )
  return value === unit.value ? unit : { ...unit, value }
}

/**
 * Replaces objects at any depth: `change` returns what an object becomes, or `undefined` to look into it. Parts in which
 * nothing is replaced are not copied.
 */
export function changeObjects(
  value: unknown,
  change: (object: object, pointer: string) => unknown,
  pointer = '',
): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item, index) => changeObjects(item, change, `${pointer}/${index}`))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (!isObject(value)) return value
  const changed = change(value, pointer)
  if (changed !== undefined) return changed
  let copy: object | undefined
  for (const [name, member] of Object.entries(value)) {
    const next = changeObjects(member, change, `${pointer}/${escapePointer(name)}`)
    if (next === member) continue
    copy ??= { ...value }
    setOwn(copy, name, next)
  }
  return copy ?? value
}
