/** What became of many calls. */
export interface LotsDone<T> {
  readonly done: readonly T[]
  readonly failed: readonly { readonly item: T; readonly error: unknown }[]
}

/** Runs a call for each item, some at a time. All are tried. */
export async function inLots<T>(
  items: readonly T[],
  atOnce: number,
  run: (item: T) => Promise<unknown>,
): Promise<LotsDone<T>> {
  const done: T[] = []
  const failed: { item: T; error: unknown }[] = []
  let next = 0
  const work = async () => {
    while (next < items.length) {
      const item = items[next++]!
      try {
        await run(item)
        done.push(item)
      } catch (error) {
        failed.push({ item, error })
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work))
  return { done, failed }
}
