import { expect, onTestFinished } from 'vitest'
import type { SignalboxOptions } from '../signalbox.ts'
import { hookBox } from './webhooks.fixture.ts'

/** A box whose time and receivers are the test's, as long as the test, in which nothing may fail. */
export function openBox(options?: SignalboxOptions) {
  const opened = hookBox(options)
  onTestFinished(async () => {
    await opened.box.close()
    expect(opened.failures).toEqual([])
  })
  return opened
}

/** The keys from one number to before another. */
export const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `k${from + n}`)
