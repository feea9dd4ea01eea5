import {
  type AccessQuestion,
  explainAccess,
  type Grantee,
  isAllowed,
  type Lack,
  type Right,
  rightNames,
  rights,
} from '@signalbox/core/grants'
import { listed } from '../../words/words.ts'
import { type Grant, manyOf, rightsWords } from './grant-words.ts'

/** Whether somebody has a right, and why, in words. */
export interface Verdict {
  readonly allowed: boolean
  /** One sentence: `Allowed by grant 2.` */
  readonly because: string
  /** Each grant in order, and what it lacks in a sentence; absent: it gives the right. None for admins. */
  readonly grants: readonly { readonly grant: Grant; readonly lacks?: string }[]
  /** The other rights on the same record. */
  readonly others: readonly { readonly right: Right; readonly allowed: boolean }[]
}

/** Answers a question about rights, as the service decides it. */
export function verdictOf(grantee: Grantee, question: AccessQuestion): Verdict {
  const { right, domain } = question
  const { allowed, reason, grants } = explainAccess(grantee, question)
  const giving = grants.flatMap(({ lacks }, at) => (lacks.length === 0 ? [String(at + 1)] : []))
  const because = {
    admin: 'Admins can do everything, whatever the grants say.',
    adminsOnly: `Only admins can ${rightNames[right]} ${manyOf(domain)}. No grant can give this right.`,
    grant: giving.length === 1 ? `Allowed by grant ${giving[0]}.` : `Allowed by grants ${listed(giving)}.`,
    noGrant: grants.length === 0 ? 'There are no grants.' : 'No grant allows it.',
  }[reason]
  return {
    allowed,
    because,
    grants:
      reason === 'admin' || reason === 'adminsOnly'
        ? []
        : grants.map(({ grant, lacks }) => ({
            grant,
            ...(lacks.length > 0 && { lacks: sentenceOf(lacks, grant, question) }),
          })),
    others: rights
      .filter((other) => other !== right)
      .map((other) => ({ right: other, allowed: isAllowed(grantee, { ...question, right: other }) })),
  }
}

/** What a grant lacks, as one sentence. */
function sentenceOf(lacks: readonly Lack[], grant: Grant, { right, domain, id = '' }: AccessQuestion): string {
  const reasons = {
    pattern: `doesn’t match ${id}`,
    right: `doesn’t include ${rightNames[right]} (it gives ${rightsWords(grant)})`,
    domain: `doesn’t cover ${manyOf(domain)}`,
  } satisfies Record<Lack, string>
  const order = ['pattern', 'domain', 'right'] as const
  const sentence = listed(order.filter((lack) => lacks.includes(lack)).map((lack) => reasons[lack]))
  return `It ${sentence}.`
}
