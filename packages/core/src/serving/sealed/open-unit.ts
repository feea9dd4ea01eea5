import { isObject, own } from '../../machine/json/json.ts'
import type { SealingKey } from '../../machine/secrets/sealing-key.ts'
import type { GatewayUnit } from '../source/source.ts'
import { fromBase64Url } from './base64url.ts'
import { changeObjects, placeOf, SEALED, type SealedUnit } from './seal-unit.ts'

/**
 * Opens every sealed secret of a unit, which is a parsed line of a snapshot or an item of an array of changes. Rejects if
 * the unit has the wrong form, if a secret was sealed under another gateway key or for another place, and if it was changed.
 *
 * @example
 * const key = await sealingKeyOf(gatewayKey)
 * const unit = await openUnit(JSON.parse(line), key)
 */
export async function openUnit(sealed: unknown, key: SealingKey): Promise<GatewayUnit> {
  if (!isSealedUnit(sealed)) throw new Error('The unit is invalid: expected an object with kind, key and revision')
  const found = new Map<object, { readonly bytes: string; readonly pointer: string }>()
  const note = (object: object, pointer: string) => {
    if (!Object.hasOwn(object, SEALED)) return undefined
    found.set(object, { bytes: textOf(object), pointer })
    return object
  }
  changeObjects(sealed.value, note)
  if (found.size === 0) return sealed as GatewayUnit
  const opened = new Map<object, unknown>()
  await Promise.all(
    Array.from(found, async ([object, { bytes, pointer }]) => {
      opened.set(object, await openSecret(bytes, { key, unit: sealed, pointer }))
    }),
  )
  const value = changeObjects(sealed.value, (object) => opened.get(object))
  return { ...sealed, value } as GatewayUnit
}

interface Opening {
  readonly key: SealingKey
  readonly unit: SealedUnit
  readonly pointer: string
}

async function openSecret(text: string, { key, unit, pointer }: Opening): Promise<unknown> {
  const bytes = fromBase64Url(text)
  try {
    if (bytes) return JSON.parse(await key.decrypt(bytes, placeOf(unit, pointer)))
  } catch {
    // The reason of a failed decryption is not told to anybody.
  }
  const where = `${unit.kind} ${unit.key} at ${pointer}`
  throw new Error(
    `The secret of ${where} cannot be opened: it was changed, moved, or sealed under another gateway key. Check the gateway key`,
  )
}

/** The sealed text. Not valid Base64url if the object has any other form. */
function textOf(object: object): string {
  const text = own(object, SEALED)
  return typeof text === 'string' && Object.keys(object).length === 1 ? text : '.'
}

const isSealedUnit = (unit: unknown): unit is SealedUnit =>
  isObject(unit) &&
  typeof unit.kind === 'string' &&
  Number.isSafeInteger(unit.revision) &&
  (unit.kind === 'end' ? unit.key === undefined : typeof unit.key === 'string')
