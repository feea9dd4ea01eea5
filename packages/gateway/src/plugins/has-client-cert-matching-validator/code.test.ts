import type { JsonObject } from '@signalbox/core/gateway'
import { describe, expect, it } from 'vitest'
import { fakeExchange, fakeRoute } from '../../pipeline/exchange.fixture.ts'
import type { ClientCertificate } from '../../plugin-api/connection.ts'
import { compiled } from '../compiled.fixture.ts'

const plugin = 'cp:gateway.next.plugins.HasClientCertMatchingValidator'
const own: ClientCertificate = {
  ...{ subject: 'CN=client,OU=Orders,O=Shop', issuer: 'CN=Test CA,O=Test', serialNumber: '00AB12' },
  ...{ validFrom: 1000, validTo: 2000 },
}

/** Who a certificate identifies, or why nobody is. */
function ask(config: JsonObject, certificate: ClientCertificate | undefined = own, more: object = {}) {
  const {
    now = 1500,
    plugins = [{ plugin, enabled: true, config: {} }],
    mandatory = false,
  } = more as {
    now?: number
    plugins?: object[]
    mandatory?: boolean
  }
  const route = fakeRoute({ plugins })
  const hooks = compiled('HasClientCertMatchingValidator', { mandatory, plan_ref: 'gold', ...config }, { route })
  const exchange = fakeExchange({ certificate, now, route })
  const verdict = hooks.request?.(exchange) as { refuse: string } | undefined
  return exchange.consumer?.id ?? verdict?.refuse ?? exchange.denied?.refuse
}

const forbidden = 'errors.certificate.forbidden'

describe('a client certificate', () => {
  it.each<[string, JsonObject, boolean]>([
    ['its subject', { subjectPatterns: ['CN=client,OU=Orders,O=Shop'] }, true],
    ['a pattern of its subject', { subjectPatterns: ['CN=other', '*,O=Shop'] }, true],
    ['a part of its subject only', { subjectPatterns: ['O=Shop'] }, false],
    ['its subject in another case', { subjectPatterns: ['cn=client*'] }, false],
    ['subject and issuer', { subjectPatterns: ['*O=Shop'], issuerPatterns: ['CN=Test CA,*'] }, true],
    ['the subject, but not the issuer', { subjectPatterns: ['*O=Shop'], issuerPatterns: ['CN=Other,*'] }, false],
    ['the issuer, but not the subject', { subjectPatterns: ['*O=Other'], issuerPatterns: ['*'] }, false],
    ['the issuer, where only that is asked for', { issuerPatterns: ['CN=Test CA,O=Test'] }, true],
    ['its serial number', { serialNumbers: ['1', '00AB12'] }, true],
    ['its serial number in small letters', { serialNumbers: ['ab12'] }, true],
    ['its serial number with colons', { serialNumbers: ['00:00:AB:12'] }, true],
    ['its serial number with a prefix', { serialNumbers: ['0xAB12'] }, true],
    ['a part of its serial number', { serialNumbers: ['AB1', 'B12', '*'] }, false],
    ['its serial number, but not its subject', { serialNumbers: ['AB12'], subjectPatterns: ['CN=other'] }, false],
    ['an empty list and its serial number', { serialNumbers: ['AB12'], subjectPatterns: [] }, true],
  ])('is compared with %s', (_, config, isAdmitted) => {
    expect(ask(config)).toBe(isAdmitted ? own.subject : forbidden)
  })

  it('counts only while it is valid', () => {
    const config = { subjectPatterns: ['*'] }
    const at = (now: number) => ask(config, own, { now })
    expect([at(999), at(1000), at(2000), at(2001)]).toEqual([forbidden, own.subject, own.subject, forbidden])
    expect(ask(config, { ...own, validTo: Number.NaN })).toBe(forbidden)
  })

  it('without a subject identifies nobody', () => {
    expect(ask({ issuerPatterns: ['*'] }, { ...own, subject: '' })).toBe(forbidden)
  })

  it('that is missing does not hide what is wrong with other credentials', () => {
    const config = { subjectPatterns: ['*'] }
    const others = [
      { plugin, enabled: true, config: {} },
      { plugin: 'cp:gateway.next.plugins.ApikeyCalls', enabled: true, config: {} },
    ]
    const without = (more: object) => ask(config, null as never, more)
    expect(without({})).toBe('errors.certificate.missing')
    expect(without({ plugins: others })).toBeUndefined()
    expect(without({ plugins: others, mandatory: true })).toBe('errors.certificate.missing')
  })
})
