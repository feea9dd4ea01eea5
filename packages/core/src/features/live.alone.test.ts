import { expect, it } from 'vitest'
import { createSignalbox } from '../signalbox.ts'

// In a process of its own, because the code for segments and regular expressions must not be loaded yet.
it('concurrent writes that need code for segments, then for regular expressions, are applied when they resolve', async () => {
  const box = createSignalbox()
  await box.ready()
  const when = { attribute: 'email', operator: 'matches', value: '@example[.]com$' } as const
  const parameters = { rules: [{ when: { segment: 'staff' } }] }
  await Promise.all([
    box.segments.create({ body: { id: 'named', included: ['ann'] } }),
    box.segments.create({ body: { id: 'staff', when } }),
    box.features.create({ body: { id: 'new', enabled: true, activationStrategy: 'RULES', parameters } }),
  ])
  expect(box.isActive('new', { id: 'bob', email: 'bob@example.com' })).toBe(true)
})
