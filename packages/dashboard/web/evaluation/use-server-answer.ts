import { useEffect, useState } from 'preact/hooks'
import { failureSentence } from '../calls/failures.ts'

/** What is asked about a record. */
interface Question<T, A> {
  /** The record as it is saved; without one, nothing is asked. */
  readonly saved: T | undefined
  readonly context: Readonly<Record<string, unknown>>
  ask(saved: T, body: Record<string, unknown>, options: { readonly signal: AbortSignal }): Promise<A>
}

/** What the server answered, or why it did not, in a sentence; neither while it is being asked. */
interface Heard<A> {
  readonly answer?: A
  readonly failure?: string
}

/** How long the context must stay the same before the server is asked, in milliseconds. */
const PAUSE = 300

/** Asks the server what a record is for a context, and again when either changes. */
export function useServerAnswer<T, A>({ saved, context, ask }: Question<T, A>): Heard<A> {
  const [heard, setHeard] = useState<Heard<A> & { readonly text: string; readonly saved: T }>()
  const text = JSON.stringify(context)
  useEffect(() => {
    if (!saved) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const answer = await ask(saved, JSON.parse(text), { signal: stop.signal })
        if (!stop.signal.aborted) setHeard({ text, saved, answer })
      } catch (error) {
        if (!stop.signal.aborted) setHeard({ text, saved, failure: failureSentence(error) })
      }
    }, PAUSE)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text, saved])
  return heard?.text === text && heard.saved === saved ? heard : {}
}
