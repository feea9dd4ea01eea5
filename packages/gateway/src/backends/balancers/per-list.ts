/**
 * Keeps what is computed from a list until another list comes. Lists of usable targets change only when the state of a
 * target does.
 */
export function perList<E, V>(compute: (list: readonly E[]) => V): (list: readonly E[]) => V {
  let last: readonly E[] | undefined
  let value: V | undefined
  return (list) => {
    if (list !== last) {
      value = compute(list)
      last = list
    }
    return value as V
  }
}
