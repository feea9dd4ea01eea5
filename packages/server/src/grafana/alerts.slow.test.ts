import { expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '../fixtures/data-plane.fixture.ts'
import { rules } from './alert-rules.fixture.ts'
import { faults, withEverything } from './faults.fixture.ts'
import type { Followed } from './firing.fixture.ts'
import { checkWithPromtool, hasPromtool } from './promtool.fixture.ts'
import { stopTime, type Target, watch } from './watched.fixture.ts'

/** How long an alert may go on after its fault, in minutes. */
const LATE = 15

/** What the tests below saw. */
const seen: Followed[] = []

it('each alert has a fault that sets it off', () => {
  expect([...new Set(faults.map(({ alert }) => alert))]).toEqual(rules.map(({ alert }) => alert))
})

/** Opens a process, and watches it until the test ends. */
async function open<T extends Target>(start: () => Promise<T>) {
  stopTime()
  const opened = await start()
  onTestFinished(() => void vi.useRealTimers()) // before it closes
  const watched = watch(opened, rules)
  seen.push(watched.followed)
  return { opened, watched }
}

it('no alert fires in more than an hour in which all is well', async () => {
  const { watched } = await open(withEverything)
  await watched.isCalm(62)
})

it.each(faults)('$alert fires when $when, and not before', async (fault) => {
  const { alert, labels, within, calm = 12, also = [] } = fault
  const { opened, watched } = await open(fault.open)
  await watched.isCalm(calm)
  await opened.fail()
  const firing = await watched.until((all) => all.some(({ alertname }) => alertname === alert), within)
  expect(firing).toContainEqual(expect.objectContaining({ alertname: alert, ...labels }))
  expect([alert, ...also]).toEqual(expect.arrayContaining(firing.map(({ alertname }) => alertname)))
  if (!opened.mend) return
  await opened.mend()
  expect(await watched.until((all) => all.length === 0, LATE)).toEqual([])
})

it.skipIf(!hasPromtool)('promtool of Prometheus, if it is installed, says the same of each minute', async () => {
  checkWithPromtool(seen, await temporaryFolder())
})
