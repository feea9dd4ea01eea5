import { type ClaimAdmission, claimConsumer } from '../../consumers/claim-consumer.ts'
import { type Admission, identifying } from '../../consumers/identify.ts'
import { identifyingPlugins } from '../../consumers/identifying-plugins.ts'
import type { ClientCertificate } from '../../plugin-api/connection.ts'
import { defineCode } from '../../plugin-api/define-code.ts'
import type { Denied } from '../../plugin-api/exchange.ts'
import type { SlotContext } from '../../plugin-api/plugin.ts'
import { wildcard } from '../../router/wildcard.ts'

interface Config extends Admission, ClaimAdmission {
  readonly subjectPatterns?: readonly string[]
  readonly issuerPatterns?: readonly string[]
  readonly serialNumbers?: readonly string[]
}

const missing: Denied = { refuse: 'errors.certificate.missing' }
const forbidden: Denied = { refuse: 'errors.certificate.forbidden' }

/** Identifies consumers by the subject of their client certificate. */
export const hasClientCert = defineCode<Config>({
  stage: 'identify',
  compile(config, slot) {
    const fits = matcherOf(config)
    const admit = claimConsumer(config, slot)
    // Where other credentials are accepted, a missing certificate must not hide what is wrong with those.
    const none = config.mandatory !== false || isOnlyKind(slot) ? missing : undefined
    return identifying(
      config,
      ({ certificate, now }) => {
        if (!certificate) return none
        const { subject, validFrom, validTo } = certificate
        const isValid = validFrom <= now && now <= validTo
        return isValid && subject !== '' && fits(certificate) ? admit(subject) : forbidden
      },
      slot,
    )
  },
})

type Test = (certificate: ClientCertificate) => boolean

/** All lists that are given must have a match; without any list, nothing matches. */
function matcherOf({ subjectPatterns, issuerPatterns, serialNumbers }: Config): Test {
  const tests: Test[] = []
  const [subject, issuer] = [anyOf(subjectPatterns), anyOf(issuerPatterns)]
  if (subject) tests.push((certificate) => subject(certificate.subject))
  if (issuer) tests.push((certificate) => issuer(certificate.issuer))
  if (serialNumbers && serialNumbers.length > 0) {
    const numbers = new Set(serialNumbers.map(normalNumber))
    tests.push(({ serialNumber }) => numbers.has(normalNumber(serialNumber)))
  }
  return (certificate) => tests.length > 0 && tests.every((test) => test(certificate))
}

function anyOf(patterns: readonly string[] = []): ((text: string) => boolean) | undefined {
  if (patterns.length === 0) return undefined
  const compiled = patterns.map(wildcard)
  return (text) => compiled.some((matches) => matches(text))
}

/** A serial number in hexadecimal, however it is written: `0x0A`, `0a` and `00:0A` are the same. */
const normalNumber = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s:]/g, '')
    .replace(/^(0x)?0*(?=.)/, '')

/** Whether a route identifies consumers by certificates only. */
const isOnlyKind = ({ route, slot: { plugin } }: SlotContext): boolean =>
  route.plugins.every((other) => !other.enabled || other.plugin === plugin || !identifies.has(other.plugin))

const identifies: ReadonlySet<string> = new Set([
  identifyingPlugins.apiKey,
  identifyingPlugins.jwt,
  identifyingPlugins.remoteToken,
])
