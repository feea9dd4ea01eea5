import { Segment } from '../segment/Segment.tsx'

/** The tree of segments; with an id, that segment beside it. */
export function Segments({ id }: { readonly id?: string | undefined }) {
  return (
    <>
      <section class="list" aria-label="Segments">
        <h1>Segments</h1>
      </section>
      {id !== undefined && <Segment id={id} />}
    </>
  )
}
