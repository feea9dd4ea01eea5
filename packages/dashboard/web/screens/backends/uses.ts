/** The parts of an API that can name stored backends. */
export interface Naming {
  readonly id?: string
  readonly routes?: readonly { readonly backend?: string }[]
  readonly backends?: readonly { readonly id: string }[]
  readonly flows?: readonly { readonly plugins?: { readonly slots?: readonly { readonly config?: unknown }[] } }[]
}

/** An API that uses a backend, and where. */
export interface Use {
  readonly api: string
  /** Whether only its draft names the backend. */
  readonly isDraft: boolean
}

/** The stored backends that an API names in its routes and in the configurations of its plugins. */
export function backendsNamed({ routes = [], backends = [], flows = [] }: Naming): ReadonlySet<string> {
  const own = new Set(backends.map(({ id }) => id))
  const named = [
    ...routes.flatMap(({ backend }) => backend ?? []),
    ...flows.flatMap(({ plugins }) => (plugins?.slots ?? []).flatMap(({ config }) => namedIn(config, false))),
  ]
  return new Set(named.filter((id) => !own.has(id)))
}

/** The texts of members called like a backend, such as `backend` and `backends`. */
function namedIn(value: unknown, isMeant: boolean): readonly string[] {
  if (typeof value === 'string') return isMeant ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => namedIn(member, isMeant || /^backends?$/.test(name)))
}

/** Who uses each backend, by its id. Drafts count where the saved API does not name the backend. */
export function usesOf(saved: readonly Naming[], drafts: readonly Naming[]): ReadonlyMap<string, readonly Use[]> {
  const uses = new Map<string, Use[]>()
  const add = (apis: readonly Naming[], isDraft: boolean) => {
    for (const api of apis)
      for (const id of backendsNamed(api)) {
        const known = uses.get(id) ?? []
        if (!known.some((use) => use.api === api.id)) uses.set(id, [...known, { api: api.id as string, isDraft }])
      }
  }
  add(saved, false)
  add(drafts, true)
  return uses
}
