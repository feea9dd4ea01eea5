import { expect, it } from 'vitest'
import { askedAnswers } from './answers.ts'

it('answers stand beside their questions, in the order of the plan; others keep their names', () => {
  const questions = [
    { name: 'use_case', label: 'What for?' },
    { name: 'agreed', label: 'Agreed?' },
    { name: 'size', label: 'How large?' },
  ]
  expect(askedAnswers({ old: 'x', agreed: true, use_case: 'Invoices' }, questions)).toEqual([
    ['What for?', 'Invoices'],
    ['Agreed?', 'Yes'],
    ['old', 'x'],
  ])
  expect(askedAnswers({ agreed: false })).toEqual([['agreed', 'No']])
  expect(askedAnswers()).toEqual([])
})
