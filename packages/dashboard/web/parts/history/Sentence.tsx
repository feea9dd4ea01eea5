import type { ChangeEvent } from '@signalbox/core/contract'
import { screenOf } from '../../kinds/kinds.ts'
import { eventSentence } from '../../log/event-sentence.ts'
import { Link } from '../ways/Link.tsx'
import { Author } from './Author.tsx'

/** An event as a sentence. Ids lead to their records. */
export function Sentence({ event }: { readonly event: ChangeEvent }) {
  const isOfMany = event.type.endsWith('S_DELETED')
  return (
    <span class="sentence">
      {eventSentence(event).map((piece, i) => {
        if (typeof piece === 'string') return piece
        if (piece.is === 'author') return <Author key={i} event={event} />
        const path = piece.is === 'record' && !isOfMany ? screenOf(event.domain, piece.name) : undefined
        if (path !== undefined)
          return (
            <Link key={i} class="key" to={path}>
              <bdi>{piece.name}</bdi>
            </Link>
          )
        return (
          <bdi key={i} class={piece.is === 'record' ? 'key' : undefined}>
            {piece.name}
          </bdi>
        )
      })}
    </span>
  )
}
