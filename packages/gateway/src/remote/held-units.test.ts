import type { SealedUnit } from '@signalbox/core/gateway'
import { expect, it } from 'vitest'
import { createHeldUnits } from './held-units.ts'

it('keeps the quotas of a consumer for each period', () => {
  const held = createHeldUnits(true)
  const quota = (period: string) => ({ kind: 'quota', key: 'ann', revision: 1, value: [{ period, used: 2 }] })
  const lines = [quota('day'), quota('month'), { kind: 'end', revision: 1 }] as unknown as SealedUnit[]
  held.replace(lines)
  expect([...held.texts()].map((text) => JSON.parse(text))).toEqual(lines.slice(0, 2))
})
