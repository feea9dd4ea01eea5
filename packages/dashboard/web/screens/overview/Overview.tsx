/** What needs attention, what just happened, and how much there is. */
export function Overview() {
  return <h1>Overview</h1>
}
