/** Creates a function that formats times (milliseconds since 1970) as ISO 8601. Many requests come in the same second. */
export function isoTimes(): (time: number) => string {
  let second = Number.NaN
  let shown = ''
  return (time) => {
    const now = Math.floor(time / 1000)
    if (now !== second) {
      second = now
      // Without milliseconds and zone.
      shown = new Date(now * 1000).toISOString().slice(0, -4)
    }
    const ms = Math.floor(time) - now * 1000
    return `${shown}${ms < 10 ? '00' : ms < 100 ? '0' : ''}${ms}Z`
  }
}
