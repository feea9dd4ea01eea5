import { canonicalJson } from '../../json/canonical-json.ts'
import { isObject, type JsonObject, own } from '../../json/json.ts'

/** An address that a secret is sent to, in words, and the JSON pointer of the member that says so. */
export type SecretAddress = readonly [address: string, pointer: string]

/** An object with secrets, all of them masked, in the record that it belongs to. */
export interface SecretHolder {
  readonly value: JsonObject
  readonly root: JsonObject
  readonly pointer: string
}

/** The addresses that the secrets in an object are sent to. Pure. */
export type AddressesOf = (holder: SecretHolder) => Iterable<SecretAddress>

/** The part of a schema that says where secrets are sent. */
export interface AddressShape {
  readonly properties?: Readonly<Record<string, unknown>>
  /** For an object: the addresses that the secrets in it are sent to. */
  readonly addresses?: AddressesOf
}

/** An object on the path to a place, and its previous value. */
export interface Around<S extends AddressShape = AddressShape> {
  readonly shape: S
  readonly value: JsonObject
  readonly before: unknown
  readonly pointer: string
}

/** A member that sends a secret elsewhere, and the address, if it is more than the member itself. */
export interface Moved {
  readonly at: string
  readonly address?: string
}

/** Stands for a secret that is not the one from before, where addresses are looked for. */
export const CHANGED = 'the new secret'

/** Masks a value. Given its previous value, secrets that are not kept become `CHANGED`. */
type Mask<S> = (shape: S, value: unknown, before?: { readonly value: unknown }) => unknown

/**
 * Whether a secret is sent to an address that it was not sent to before: the value of one of its `members`, or, if it has
 * no such members, one of the addresses of an enclosing object. `around` are these, from the outermost to the innermost.
 */
export function movedOf<S extends AddressShape>(
  members: readonly string[] | undefined,
  around: readonly Around<S>[],
  mask: Mask<S>,
): Moved | undefined {
  if (members) return movedMember(members, around)
  const root = around[0]
  if (!root) return undefined
  for (const holder of around) {
    const moved = holder.shape.addresses && movedHolder(holder, root, mask)
    if (moved) return moved
  }
  return undefined
}

/** The first address of a secret that has changed. */
function movedMember(members: readonly string[], around: readonly Around[]): Moved | undefined {
  for (const name of members) {
    const holder = around.findLast(({ shape }) => Object.hasOwn(shape.properties ?? {}, name))
    if (!holder) continue
    const { value, before, pointer } = holder
    const was = isObject(before) ? own(before, name) : undefined
    if (textOf(own(value, name)) !== textOf(was)) return { at: `${pointer}/${name}` }
  }
  return undefined
}

const textOf = (value: unknown): string => (value === undefined ? '' : canonicalJson(value))

/** Objects with many secrets are compared once. */
const compared = new WeakMap<Around, { readonly moved: Moved | undefined }>()

/** Records with all secrets masked, before and after. */
const wholes = new WeakMap<Around, { readonly before: unknown; readonly after: unknown }>()

function movedHolder<S extends AddressShape>(holder: Around<S>, root: Around<S>, mask: Mask<S>): Moved | undefined {
  const found = compared.get(holder) ?? { moved: compare(holder, root, mask) }
  compared.set(holder, found)
  return found.moved
}

function compare<S extends AddressShape>(
  { shape, value, before, pointer }: Around<S>,
  root: Around<S>,
  mask: Mask<S>,
): Moved | undefined {
  const { addresses = () => [] } = shape
  const listed = (of: unknown, record: unknown): readonly SecretAddress[] =>
    isObject(of) && isObject(record) ? [...addresses({ value: of, root: record, pointer })] : []
  const whole = wholes.get(root) ?? {
    before: mask(root.shape, root.before),
    after: mask(root.shape, root.value, { value: root.before }),
  }
  wholes.set(root, whole)
  const known = new Set(listed(mask(shape, before), whole.before).map(([address]) => address))
  const added = listed(mask(shape, value, { value: before }), whole.after).find(([address]) => !known.has(address))
  return added && { at: added[1], address: added[0] }
}
