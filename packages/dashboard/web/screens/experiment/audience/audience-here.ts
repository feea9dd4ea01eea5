import type { Experiment } from '@signalbox/core/contract'
import { type SegmentResult, segmentHere } from '../../../evaluation/here.ts'
import { contextAtHand, instantAtHand } from '../../../preferences/context-at-hand.ts'

/** Whether an audience is true for the context at hand; `undefined` without one, or without a context. Reads signals. */
export function audienceHere(audience: Experiment['audience']): SegmentResult | undefined {
  const read = contextAtHand.value
  if (audience === undefined || !('context' in read)) return undefined
  return segmentHere({ id: '', when: audience }, read.context, instantAtHand.value)
}
