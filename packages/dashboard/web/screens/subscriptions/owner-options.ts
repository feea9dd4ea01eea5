import { api } from '../../calls/api.ts'
import { may } from '../../calls/session.ts'
import type { RecordOf } from '../../kinds/kinds.ts'
import type { Option } from '../../parts/fields/Combobox.tsx'

/** The most choices that are offered, and the most applications that are looked through. */
const MOST = 50
const PAGE = 1000

/** Who can be the owner of a subscription: the clients of its API, then applications, whose id or name has a text. */
export async function ownerOptions(
  clients: RecordOf<'apis'>['clients'],
  text: string,
  signal: AbortSignal,
): Promise<readonly Option[]> {
  const words = text.trim().toLowerCase()
  const fits = ({ id = '', name = '' }) => `${id} ${name}`.toLowerCase().includes(words)
  const { results } = may('R', 'Application') ? await api.applications.list({ pageSize: PAGE }, { signal }) : noResults
  const taken = new Set(clients?.map(({ id }) => id))
  return [
    ...(clients ?? []).filter(fits).map(({ id, name }) => ({ value: id, ...(name && { hint: name }) })),
    ...results
      .filter((one) => fits(one) && !taken.has(one.id ?? ''))
      .map(({ id = '', name }) => ({ value: id, hint: `application ${name}` })),
  ].slice(0, MOST)
}

const noResults = { results: [] }
