import type { ChangeEvent } from '@signalbox/core/contract'
import { eventSentence } from '../log/event-sentence.ts'
import { pathTo } from '../path-to.ts'
import { Link } from './Link.tsx'

/** The screens of records, by domain. */
const screens: ReadonlyMap<string, '/features/:id' | '/segments/:id'> = new Map([
  ['Feature', '/features/:id'],
  ['Segment', '/segments/:id'],
] as const)

/** An event as a sentence. Ids lead to their records. */
export function Sentence({ event }: { readonly event: ChangeEvent }) {
  const screen = event.type.endsWith('S_DELETED') ? undefined : screens.get(event.domain)
  return (
    <span class="sentence">
      {eventSentence(event).map((piece, i) => {
        if (typeof piece === 'string') return piece
        if (piece.is === 'record' && screen !== undefined)
          return (
            <Link key={i} class="key" to={pathTo(screen, { id: piece.name })}>
              <bdi>{piece.name}</bdi>
            </Link>
          )
        return (
          <bdi key={i} class={piece.is === 'record' ? 'key' : piece.is === 'author' ? 'author' : undefined}>
            {piece.name}
          </bdi>
        )
      })}
    </span>
  )
}
