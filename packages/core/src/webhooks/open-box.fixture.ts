import { expect, onTestFinished } from 'vitest'
import type { SignalboxOptions } from '../options.ts'
import { hookBox } from './webhooks.fixture.ts'

/** Opens a box with the test's clock and receivers, closes it after the test, and expects no reported failures. */
export function openBox(options?: SignalboxOptions) {
  const opened = hookBox(options)
  onTestFinished(async () => {
    await opened.box.close()
    expect(opened.failures).toEqual([])
  })
  return opened
}

/** Keys numbered from `from` to before `to`. */
export const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `k${from + n}`)
