import { expect, it } from 'vitest'
import { asked } from '../compiled.fixture.ts'

it('BuildMode refuses every request', () => {
  expect(asked('BuildMode', {})).toEqual({ refuse: 'errors.service.under.construction' })
})
