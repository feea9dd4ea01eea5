import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { isShown } from './is-shown.ts'

/** How many pages of a browser hold an event stream. Over HTTP/1.1 they have six connections to a host, all together. */
const MOST = 3

/** How often a page says that it is there. A page that was not heard for three times as long has crashed. */
const BEAT_MS = 5000

/** What a page says to the others: that it is shown, or no longer. A new one is answered at once. */
type Said = { readonly is: 'new' | 'here' | 'gone'; readonly id: string }

/** The id of this page while it is shown, and when each other one was heard. Ids are in the order of arrival. */
const own = signal('')
const others = signal<ReadonlyMap<string, number>>(new Map())

const isLimited = !performance
  .getEntriesByType('navigation')
  .some((entry) => /^h[23]/.test((entry as PerformanceNavigationTiming).nextHopProtocol))

/**
 * Whether this page may hold an event stream: it is among the first shown pages. It changes as others come
 * and go. HTTP/2 and later carry all streams in one connection: every page may.
 */
export const mayStream: ReadonlySignal<boolean> = computed(
  () => !isLimited || [...others.value.keys()].filter((other) => other < own.value).length < MOST,
)

effect(() => {
  if (!isLimited || !isShown.value) return
  const id = `${Date.now()} ${Math.random()}`
  // Open only while the page is shown: a channel may keep browsers from putting a page aside.
  const channel = new BroadcastChannel('signalbox pages')
  const say = (is: Said['is']) => channel.postMessage({ is, id } satisfies Said)
  channel.onmessage = ({ data }: MessageEvent<Said>) => {
    others.value = heard(data)
    if (data.is === 'new') say('here')
  }
  const beat = setInterval(() => {
    say('here')
    const lost = Date.now() - 3 * BEAT_MS
    others.value = new Map([...others.peek()].filter(([, at]) => at > lost))
  }, BEAT_MS)
  own.value = id
  others.value = new Map()
  say('new')
  return () => {
    clearInterval(beat)
    say('gone')
    channel.close()
  }
})

function heard({ is, id }: Said): ReadonlyMap<string, number> {
  const next = new Map(others.peek())
  if (is === 'gone') next.delete(id)
  else next.set(id, Date.now())
  return next
}
