import { describe, expect, it } from 'vitest'
import { hostOf, overrideHost } from '../../backend/target-host.ts'
import { fakeExchange, fakeRoute } from '../../pipeline/exchange.fixture.ts'
import { compiled } from '../compiled.fixture.ts'

const overridden = (targets: readonly object[], config = {}) => {
  const exchange = fakeExchange({
    route: fakeRoute({ backend: { targets, client: {} } }),
    headers: ['Host', 'api.example', 'Accept', '*/*'],
  })
  compiled('OverrideHost', config).request!(exchange)
  return { host: exchange.out.all('host'), isLater: exchange.state.get(overrideHost) === true }
}

describe('OverrideHost', () => {
  it('sends the host of the target', () => {
    expect(overridden([{ hostname: 'a.internal', port: 80 }])).toEqual({ host: ['a.internal'], isLater: false })
  })

  it('sends the configured host', () => {
    const targets = [{ hostname: 'a.internal' }, { hostname: 'b.internal' }]
    expect(overridden(targets, { host: 'c.example:81' })).toEqual({ host: ['c.example:81'], isLater: false })
  })

  it('sends the host that all targets have', () => {
    const targets = [
      { hostname: 'a.internal', ip_address: '10.0.0.1' },
      { hostname: 'a.internal', ip_address: '10.0.0.2' },
    ]
    expect(overridden(targets)).toEqual({ host: ['a.internal'], isLater: false })
  })

  it('leaves it to the pipeline if targets have several hosts', () => {
    expect(overridden([{ hostname: 'a.internal' }, { hostname: 'b.internal' }])).toEqual({
      host: ['api.example'],
      isLater: true,
    })
  })

  it('sends the host of a backend that another plugin has chosen', () => {
    const exchange = fakeExchange({ headers: ['Host', 'api.example'] })
    exchange.backend = { ...exchange.backend, targets: [{ hostname: 'canary.internal' }] }
    compiled('OverrideHost').request!(exchange)
    expect(exchange.out.get('host')).toBe('canary.internal')
  })
})

describe('the Host for a target', () => {
  it.each<[target: Parameters<typeof hostOf>[0], host: string]>([
    [{ hostname: 'a.internal' }, 'a.internal'],
    [{ hostname: 'a.internal', port: 80 }, 'a.internal'],
    [{ hostname: 'a.internal', port: 443, tls: true }, 'a.internal'],
    [{ hostname: 'a.internal', port: 443 }, 'a.internal:443'],
    [{ hostname: 'a.internal', port: 80, tls: true }, 'a.internal:80'],
    [{ hostname: '10.0.0.1', port: 8080 }, '10.0.0.1:8080'],
    [{ hostname: '::1', port: 8080 }, '[::1]:8080'],
    [{ hostname: '[::1]', port: 80 }, '[::1]'],
  ])('%j is %s', (target, host) => {
    expect(hostOf(target)).toBe(host)
  })
})
