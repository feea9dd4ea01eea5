import { Marks, RouteMarks } from '../health/Marks.tsx'
import type { RouteRow } from './route-row.ts'
import { marksOf, methodsText, placeText, pluginsText } from './route-words.ts'

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
      {row.isDraft ? <Marks marks={marksOf(row)} /> : <RouteMarks id={row.id} marks={marksOf(row)} />}
    </span>
  </>
)
