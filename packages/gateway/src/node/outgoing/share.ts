/** The share of something scarce that one address or consumer may hold, unless an option says otherwise. */
export const CLIENT_SHARE = 0.75

/** Whether somebody who holds so much may have more of something of which so much is free. */
export type MayHold = (held: number, free: number) => boolean

/**
 * The rule for everything that clients share: what one of them holds stays in proportion to what is free. With 0.75, a
 * single client gets three quarters, two get three sevenths each, and there is nearly always something left for the next
 * one. Who holds nothing gets what is free.
 */
export function shareRule(share: number): MayHold {
  if (!(share > 0 && share <= 1))
    throw new RangeError(`clientShare is invalid: expected more than 0, at most 1, got ${share}`)
  const ratio = share === 1 ? Number.POSITIVE_INFINITY : share / (1 - share)
  return (held, free) => free > 0 && held < free * ratio
}
