import type { Api, Call, Contract, Operation } from '../../operation.ts'

const isOperation = (node: Operation | Contract): node is Operation => typeof node.method === 'string'

/** Builds the API of a contract: one function per operation, under the same names. */
export function mapOperations<C extends Contract>(
  contract: C,
  toCall: (operation: Operation, name: readonly string[]) => Call,
): Api<C> {
  const build = (node: Contract, at: readonly string[]): object =>
    Object.fromEntries(
      Object.entries(node).map(([key, child]) => {
        const name = [...at, key]
        return [key, isOperation(child) ? toCall(child, name) : build(child, name)]
      }),
    )
  return build(contract, []) as Api<C>
}

/** An operation of a contract with its dotted name. */
export interface Listed {
  readonly name: readonly string[]
  readonly operation: Operation
  /** This operation's function in an API. */
  find(api: object): Call
}

/**
 * Every operation of a contract that the service itself serves, in the order of matching: fixed queries before others, fixed
 * paths before parameters. With the door `portal`, the operations that only a portal for consumers of APIs serves.
 *
 * @example
 * for (const { name, operation, find } of operations(contract))
 *   mount(operation.method, operation.path, find(box)) // name is ['features', 'get'], for instance
 */
export function operations(contract: Contract, door: 'service' | 'portal' = 'service'): Listed[] {
  const listed: Listed[] = []
  mapOperations(contract, (operation, name) => {
    const find = (api: object) => at(api, name) as Call
    if ((operation.door ?? 'service') === door) listed.push({ name, operation, find })
    return find(contract)
  })
  const rank = ({ operation: { path } }: Listed) => Number(path.includes('{')) * 2 - Number(path.includes('?'))
  return listed.sort((a, b) => rank(a) - rank(b))
}

/** The value at a dotted name in a nested object. */
export const at = (tree: object, name: readonly string[]): unknown =>
  name.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], tree)
