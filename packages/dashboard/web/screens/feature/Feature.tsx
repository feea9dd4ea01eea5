/** One feature: its lever, its strategy, who would get it, and its history. */
export function Feature({ id }: { readonly id: string }) {
  return (
    <section class="detail" aria-labelledby="record">
      <h1 id="record" class="key">
        {id}
      </h1>
    </section>
  )
}
