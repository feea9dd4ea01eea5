/** One segment: its condition, its lists, who uses it, and its history. */
export function Segment({ id }: { readonly id: string }) {
  return (
    <section class="detail" aria-labelledby="record">
      <h1 id="record" class="key">
        {id}
      </h1>
    </section>
  )
}
