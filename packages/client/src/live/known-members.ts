/** The members of a rule that this version knows. Those of a later version change its meaning. */
const known = {
  feature: new Set(['name', 'when', 'percentage', 'by', 'salt', 'hash', 'active']),
  config: new Set(['name', 'when', 'value', 'split', 'by', 'salt', 'hash']),
} as const satisfies Record<string, ReadonlySet<string>>

/** Throws an `Error` for a record whose rules use something of a later version. */
export function checkMembers(ruled: unknown, kind: keyof typeof known): void {
  const { rules = [] } = Object(ruled) as { readonly rules?: readonly object[] }
  for (const rule of rules) {
    const unknown = Object.keys(rule).find((name) => !known[kind].has(name))
    if (unknown !== undefined) throw new Error(`Rules with ${unknown} are not known to this version`)
    const { hash = 'unleash' } = rule as { readonly hash?: unknown }
    if (hash !== 'unleash') throw new Error(`The hash ${hash} is not known to this version`)
  }
}
