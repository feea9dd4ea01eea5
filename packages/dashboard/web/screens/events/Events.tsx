/** The change events, live, and those of the past. */
export function Events() {
  return <h1>Events</h1>
}
