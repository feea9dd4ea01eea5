import type { ChangeEvent, Domain } from '@signalbox/core/contract'
import type { DomainWords, Sentence } from '../kinds/kind.ts'
import { type Kind, kinds } from '../kinds/kinds.ts'

/** The domains whose records have no screens. */
const others = {
  Developer: { domain: 'Developer', nouns: ['developer', 'developers'], prefix: 'DEVELOPER' },
  Application: { domain: 'Application', nouns: ['application', 'applications'], prefix: 'APPLICATION' },
  GatewayKey: {
    domain: 'GatewayKey',
    nouns: ['gateway key', 'gateway keys'],
    prefix: 'GATEWAYKEY',
    sentences: {
      GATEWAYKEY_REPORT_REFUSED: (_event, _author, record) => [
        'A data plane with the gateway key ',
        record,
        ' reported implausible usage',
      ],
    },
  },
} as const satisfies Record<Exclude<Domain, (typeof kinds)[Kind]['domain']>, DomainWords>

const { drafts: _, webhooks, ...rest } = kinds

/** Every domain of change events, in the words of the page. The service sends the events that the caller may see. */
export const domains: readonly DomainWords[] = [...Object.values(rest), ...Object.values(others), webhooks]

/** Their names. */
export const eventDomains: readonly Domain[] = domains.map(({ domain }) => domain)

const byDomain = <T>(of: (words: DomainWords) => T): Readonly<Record<Domain, T>> =>
  Object.fromEntries(domains.map((words) => [words.domain, of(words)])) as Record<Domain, T>

/** What a record of each domain is called, and many of them. */
export const nouns = byDomain((words) => words.nouns)

/** The prefix of the event types of each domain. */
export const prefixes = byDomain((words) => words.prefix)

/** What a record of a domain is called; the name of the domain itself for those of later versions. */
export const nounOf = (domain: string): string => (Object.hasOwn(nouns, domain) ? nouns[domain as Domain][0] : domain)

/** The sentence of an event that is no plain change. */
export function sentenceOf({ type }: Pick<ChangeEvent, 'type'>): Sentence | undefined {
  for (const { sentences = {} } of domains)
    if (Object.hasOwn(sentences, type)) return sentences[type as keyof typeof sentences]
  return undefined
}
