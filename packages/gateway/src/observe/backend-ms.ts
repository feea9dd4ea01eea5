import type { Ended } from '../exchange/decided.ts'

/** How long the backend took to respond, in milliseconds: at least 0, also if the clock was set back in between. */
export const backendMsOf = ({ calledAt, headAt }: Pick<Ended, 'calledAt' | 'headAt'>): number | undefined =>
  calledAt === undefined || headAt === undefined ? undefined : Math.max(0, headAt - calledAt)
