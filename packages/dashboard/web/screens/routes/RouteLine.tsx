import { Aspect } from '../../parts/signs/Aspect.tsx'
import type { RouteRow } from './route-row.ts'
import { type Mark, marksOf, methodsText, placeText, pluginsText } from './route-words.ts'

/** A row of the list of routes. */
export const RouteLine = ({ row }: { readonly row: RouteRow }) => (
  <>
    <span class="methods">{methodsText(row.methods)}</span>
    <span class="place key" title={row.places.join('\n')}>
      {placeText(row.places)}
    </span>
    <span class="route key" title={row.name}>
      {row.id}
    </span>
    <span class="plugins" title={row.plugins.join('\n')}>
      {pluginsText(row.plugins)}
    </span>
    <span class="backend key">{row.backend !== undefined && <bdi>→ {row.backend}</bdi>}</span>
    <span class="marks">
      {marksOf(row).map((mark) => (
        <MarkWord key={mark.word} mark={mark} />
      ))}
    </span>
  </>
)

/** A word about a route in the color of its state. */
export const MarkWord = ({ mark: { word, is, why } }: { readonly mark: Mark }) => (
  <span title={why}>{is ? <Aspect is={is}>{word}</Aspect> : <span class="muted">{word}</span>}</span>
)
