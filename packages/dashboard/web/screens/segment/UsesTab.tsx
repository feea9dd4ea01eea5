import { useEffect, useState } from 'preact/hooks'
import { kinds, pathOf } from '../../kinds/kinds.ts'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { Link } from '../../parts/ways/Link.tsx'
import { index } from '../../records/tree.ts'
import { counted } from '../../words/words.ts'
import { findUses, type Uses } from './uses.ts'

/** The records that refer to a segment. */
export function UsesTab({ id }: { readonly id: string }) {
  const [found, setFound] = useState<Uses>()
  const [error, setError] = useState<unknown>()
  const version = `${index('features').state.value} ${index('segments').state.value}`
  useEffect(() => {
    const stop = new AbortController()
    findUses(id, stop.signal).then(setFound, (cause) => !stop.signal.aborted && setError(cause))
    return () => stop.abort()
  }, [id, version])
  if (error !== undefined) return <Failure error={error} />
  if (!found) return <p class="muted">Searching…</p>
  return (
    <>
      <p>
        {found.uses.length === 0
          ? 'Nothing refers to it.'
          : `${counted(found.uses.length, 'record refers', 'records refer')} to it:`}
      </p>
      <ul class="uses">
        {found.uses.map((use) => (
          <li key={`${use.kind} ${use.id}`}>
            <span class="muted">{kinds[use.kind].noun}</span>{' '}
            <Link class="key" to={pathOf(use.kind, use.id)}>
              {use.id}
            </Link>
          </li>
        ))}
      </ul>
      {found.left > 0 && <p class="muted">{counted(found.left, 'record was', 'records were')} not searched.</p>}
    </>
  )
}
