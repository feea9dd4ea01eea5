/** A record with changed members; members that are `undefined` are removed. */
export function withMembers<T extends object>(record: T, members: object): T {
  const next = Object.entries({ ...record, ...members }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(next) as T
}

/** The sentences about a member and everything in it, by its JSON pointer. */
export function problemsBelow(
  problems: Readonly<Record<string, readonly string[]>>,
  pointer: string,
): readonly string[] {
  return Object.entries(problems).flatMap(([at, sentences]) =>
    at === pointer || at.startsWith(`${pointer}/`) ? sentences : [],
  )
}
