import type { Experiment } from '@signalbox/core/contract'
import { contextAtHand, instantAtHand } from '../../../context-at-hand.ts'
import { type SegmentResult, segmentHere } from '../../../evaluation/here.ts'

/** Whether an audience is true for the context at hand; `undefined` without one, or without a context. Reads signals. */
export function audienceHere(audience: Experiment['audience']): SegmentResult | undefined {
  const read = contextAtHand.value
  if (audience === undefined || !('context' in read)) return undefined
  return segmentHere({ id: '', when: audience }, read.context, instantAtHand.value)
}
