import type { Feature } from '@signalbox/core/contract'
import { expect, it } from 'vitest'
import { type Typed, withStrategy } from './switching.ts'

it('what was typed for a strategy comes back with it', () => {
  const typed: Typed = new Map()
  const feature: Feature = {
    id: 'f',
    enabled: true,
    description: 'kept',
    activationStrategy: 'PERCENTAGE',
    parameters: { percentage: 40 },
  }
  const always = withStrategy(feature, 'NO_STRATEGY', { typed, initial: undefined })
  expect(always).toEqual({ id: 'f', enabled: true, description: 'kept', activationStrategy: 'NO_STRATEGY' })
  const listed = withStrategy(always, 'CUSTOMERS_LIST', { typed, initial: { customers: [] } })
  expect(listed.parameters).toEqual({ customers: [] })
  expect(withStrategy(listed, 'PERCENTAGE', { typed, initial: { percentage: 10 } })).toEqual(feature)
})
