import { describe, expect, it } from 'vitest'
import { asked } from '../compiled.fixture.ts'

describe('MaintenanceMode', () => {
  it('refuses every request', () => {
    expect(asked('MaintenanceMode', {})).toEqual({ refuse: 'errors.service.in.maintenance' })
  })

  it('tells when to try again, if that is configured', () => {
    expect(asked('MaintenanceMode', { retry_after: 120 })).toEqual({
      refuse: 'errors.service.in.maintenance',
      headers: ['Retry-After', '120'],
    })
  })
})
