import type { ConfigDecision } from '@signalbox/core/evaluate'
import type { SplitBucket } from '../../evaluation/decide-config.ts'
import { count } from '../../words/words.ts'

interface Decided {
  readonly decision: ConfigDecision
  readonly bucket?: SplitBucket
}

/** Why a client reads its value, with the numbers that decided. */
export function reasonWords({ decision, bucket }: Decided): string {
  const { reason, rule, variant, errorCode, message } = decision
  switch (reason) {
    case 'STATIC':
      return 'Everyone reads it: there are no rules.'
    case 'DEFAULT':
      return 'No rule matches, so it is the value of the config.'
    case 'ERROR':
      return `${message ?? 'It can’t be evaluated'} (${errorCode ?? 'ERROR'}). Programs read the value of the config.`
    case 'TARGETING_MATCH':
      return `${ruleWords(rule)} decides.`
    case 'SPLIT':
      return bucket
        ? `${ruleWords(rule)} decides: bucket ${count(bucket.bucket)} of 100,000 lies in “${variant}”, from ${count(bucket.from)} until ${count(bucket.to)}.`
        : `${ruleWords(rule)} decides: the client is in “${variant}”.`
  }
}

const ruleWords = (rule: ConfigDecision['rule']): string => {
  const number = `Rule ${(rule?.index ?? 0) + 1}`
  return rule?.name === undefined ? number : `${number}, “${rule.name}”,`
}
