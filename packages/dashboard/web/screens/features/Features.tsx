import { Feature } from '../feature/Feature.tsx'

/** The tree of features; with an id, that feature beside it. */
export function Features({ id }: { readonly id?: string | undefined }) {
  return (
    <>
      <section class="list" aria-label="Features">
        <h1>Features</h1>
      </section>
      {id !== undefined && <Feature id={id} />}
    </>
  )
}
