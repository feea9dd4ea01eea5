/** Values by name, as long as somebody else uses them. */
export interface WeakValues<T extends object> {
  /** The value of a name: that which somebody uses, or else a new one. */
  of(name: string, make: () => T): T
  /** How many names are remembered. */
  readonly size: number
}

/** Keeps values by name without keeping them alive. Names without a value are forgotten when there are many. */
export function createWeakValues<T extends object>(): WeakValues<T> {
  const values = new Map<string, WeakRef<T>>()
  /** With so many names, those without a value are looked for: twice as many as were used the last time. */
  let most = FIRST

  function sweep(): void {
    for (const [name, value] of values) if (!value.deref()) values.delete(name)
    most = Math.max(FIRST, 2 * values.size)
  }

  return {
    of(name, make) {
      const known = values.get(name)?.deref()
      if (known) return known
      if (values.size >= most) sweep()
      const made = make()
      values.set(name, new WeakRef(made))
      return made
    },
    get size() {
      return values.size
    },
  }
}

const FIRST = 64
