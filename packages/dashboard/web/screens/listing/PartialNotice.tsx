import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { failureSentence } from '../../calls/failures.ts'
import { reach } from '../../records/tree.ts'
import { parseQuery } from '../../tree/query.ts'
import { count } from '../../words/words.ts'
import type { Listing } from './listing.ts'

/** Says that the list is not complete, and asks the service for what is searched for. */
export function PartialNotice({ listing }: { readonly listing: Listing }) {
  const { index, kind, words } = listing
  const failure = useSignal<string | undefined>(undefined)
  const searched = words.value
  useEffect(() => {
    const longest = [...parseQuery(searched).words].sort((a, b) => b.length - a.length)[0]
    if (longest === undefined) return
    const at = searched.toLowerCase().indexOf(longest)
    // As it was typed, because case matters for the service.
    const pattern = searched.slice(at, at + longest.length)
    const timer = setTimeout(() => {
      reach(kind, `*${pattern}*`).then(
        () => {
          failure.value = undefined
        },
        (error) => {
          failure.value = failureSentence(error)
        },
      )
    }, 250)
    return () => clearTimeout(timer)
  }, [searched, kind])
  return (
    <div class="notice" role="status">
      <p>
        {index.error.value === undefined
          ? `The list shows the first ${count(index.size.value)} ${kind}. Search to find more (case-sensitive).`
          : `The download stopped after ${count(index.size.value)} ${kind}: ${failureSentence(index.error.value)}`}
        {failure.value !== undefined && ` The search on the server failed: ${failure.value}`}
      </p>
      <button type="button" onClick={() => void index.load()}>
        Load again
      </button>
    </div>
  )
}
