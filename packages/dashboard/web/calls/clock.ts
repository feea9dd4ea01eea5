import { signal } from '@preact/signals'

/** Smaller differences between the clocks are rounding: the header `Date` has whole seconds. */
const SMALLEST = 2_000
/** How often `now` changes, in milliseconds. */
const TICK = 5_000

let ahead = 0

/** The time of the service in epoch milliseconds: that of this page, corrected by the dates of the service's responses. */
export const serviceNow = (): number => Date.now() + ahead

/** The time of the service, a few seconds old at most. Read it to be redrawn as time passes. */
export const now = signal(serviceNow())

/** Corrects the clock by the header `Date` of a response. Returns the response. */
export function hearDate(response: Response): Response {
  const date = Date.parse(response.headers.get('date') ?? '')
  if (Number.isNaN(date)) return response
  const difference = date - Date.now()
  const next = Math.abs(difference) < SMALLEST ? 0 : difference
  if (Math.abs(next - ahead) < SMALLEST) return response
  ahead = next
  now.value = serviceNow()
  return response
}

/** Begins to update `now`. Returns a function that stops it. */
export function startClock(): () => void {
  const timer = setInterval(() => {
    now.value = serviceNow()
  }, TICK)
  return () => clearInterval(timer)
}
