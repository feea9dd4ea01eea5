/** The filters that find records by what they belong to, and the member that each reads. */
const members = { api: 'api_ref', plan: 'plan_ref', owner: 'owner_ref' } as const

type Members = Readonly<Record<string, unknown>>

/**
 * The filters that find a subscription: `api:billing`, `plan:free`, `owner:acme`, `is:paused`; and a record with groups, such as
 * an API: `group:payments`. In lower case; spaces are hyphens. `undefined` for other records.
 */
export function facetsOf(record: Members): readonly string[] | undefined {
  const found = [...subscriptionFacets(record), ...groupFacets(record)]
  return found.length === 0 ? undefined : found.map((facet) => facet.toLowerCase())
}

function subscriptionFacets(record: Members): readonly string[] {
  if (typeof record.api_ref !== 'string' || typeof record.plan_ref !== 'string') return []
  const found = Object.entries(members).flatMap(([name, member]) =>
    typeof record[member] === 'string' ? [`${name}:${record[member]}`] : [],
  )
  return [...found, `is:${stateIn(record)}`]
}

const groupFacets = ({ groups }: Members): readonly string[] =>
  Array.isArray(groups)
    ? groups.flatMap((one) => (typeof one === 'string' ? [`group:${one.replace(/\s+/g, '-')}`] : []))
    : []

/** Whether a word of a search is a filter of this kind. */
export const isFacet = (word: string): boolean => /^(api|plan|owner|group|is):./.test(word)

const stateIn = ({ status, enabled, approval }: Members): string =>
  status === 'closed' ? 'closed' : approval === 'waiting' ? 'waiting' : enabled === false ? 'paused' : 'active'
