import type { Page } from 'playwright-core'

/** The size of the live objects of the page, in MB. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number }
  await session.detach()
  return usedSize / 1e6
}

/** Types a search and returns the milliseconds until the rows are drawn. */
export const searched = (page: Page, words: string): Promise<number> =>
  page.evaluate(async (words) => {
    const input = document.querySelector<HTMLInputElement>('input[type=search]')!
    input.value = words
    const from = performance.now()
    input.dispatchEvent(new Event('input', { bubbles: true }))
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now() - from
  }, words)

/** Scrolls for some time and returns how long each frame took, in milliseconds, the shortest first. */
export const scrolled = (page: Page, milliseconds: number): Promise<number[]> =>
  page.evaluate(
    (milliseconds) =>
      new Promise<number[]>((resolve) => {
        const rows = document.querySelector('.rows')!
        const frames: number[] = []
        const start = performance.now()
        let last = start
        const step = (now: number) => {
          frames.push(now - last)
          last = now
          rows.scrollTop += 437
          if (now - start < milliseconds) requestAnimationFrame(step)
          else resolve(frames.sort((a, b) => a - b))
        }
        requestAnimationFrame(step)
      }),
    milliseconds,
  )
