/** The filters that find records by what they belong to, and the member that each reads. */
const members = { api: 'api_ref', plan: 'plan_ref', owner: 'owner_ref' } as const

/**
 * The filters that find a subscription: `api:billing`, `plan:free`, `owner:acme`, `is:paused`. In lower case. `undefined`
 * for other records.
 */
export function facetsOf(record: Readonly<Record<string, unknown>>): readonly string[] | undefined {
  if (typeof record.api_ref !== 'string' || typeof record.plan_ref !== 'string') return undefined
  const found = Object.entries(members).flatMap(([name, member]) =>
    typeof record[member] === 'string' ? [`${name}:${record[member]}`] : [],
  )
  return [...found, `is:${stateIn(record)}`].map((facet) => facet.toLowerCase())
}

/** Whether a word of a search is a filter of this kind. */
export const isFacet = (word: string): boolean => /^(api|plan|owner|is):./.test(word)

const stateIn = ({ status, enabled, approval }: Readonly<Record<string, unknown>>): string =>
  status === 'closed' ? 'closed' : approval === 'waiting' ? 'waiting' : enabled === false ? 'paused' : 'active'
