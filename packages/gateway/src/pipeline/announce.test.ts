import { describe, expect, it } from 'vitest'
import { compileLifecycle } from './announce.ts'

const SINCE = 1_767_225_600
const api = {
  deprecation: SINCE,
  sunset: SINCE + 60,
  documentation: 'https://docs.example/',
  successor: '//api.example/v2',
}
const links = ['<https://docs.example/>; rel="deprecation"', '<//api.example/v2>; rel="successor-version"']
const all = ['Deprecation', `@${SINCE}`, 'Sunset', 'Thu, 01 Jan 2026 00:01:00 GMT', 'Link', links[0], 'Link', links[1]]

/** What is added to headers of a response, for a consumer of this plan. */
function added(lifecycle: Parameters<typeof compileLifecycle>[0], sent: readonly string[] = [], plan?: string) {
  const list = [...sent]
  compileLifecycle(lifecycle)?.(plan === undefined ? undefined : { id: 'ann', plan }, list)
  expect(list.slice(0, sent.length)).toEqual(sent)
  return list.slice(sent.length)
}

describe('consumers are told', () => {
  it('nothing by routes without a lifecycle, which have nothing to call', () => {
    expect(compileLifecycle(undefined)).toBeUndefined()
  })

  it('since when the API is deprecated, when it ends, and where to read on', () => {
    expect(added({ api })).toEqual(all)
    expect(added({ api: { deprecation: SINCE } })).toEqual(all.slice(0, 2))
  })

  it('of their plan, if it is deprecated, and else of the API', () => {
    const lifecycle = { api, plans: { keys: { deprecation: 7 } } }
    expect(added(lifecycle, [], 'keys')).toEqual(['Deprecation', '@7'])
    expect(added(lifecycle, [], 'other')).toEqual(all)
    expect(added(lifecycle)).toEqual(all)
    expect(added({ plans: lifecycle.plans }, [], 'other')).toEqual([])
    expect(added({ plans: lifecycle.plans }, [], 'constructor')).toEqual([])
  })

  it('what the backend says, where it says so itself', () => {
    expect(added({ api }, ['deprecation', '@1', 'SUNSET', 'soon'])).toEqual(all.slice(4))
    expect(added({ api }, ['Link', '</next>; rel="next"'])).toEqual(all)
    for (const link of [
      '</a>; rel=deprecation',
      '</a>; rel="next deprecation"',
      '</b>; rel=next, </a>;REL = "deprecation"',
    ])
      expect(added({ api }, ['link', link])).toEqual([...all.slice(0, 4), 'Link', links[1]])
    for (const link of ['</a>; rel="successor-versions"', '</a>; rel=deprecations', '</a>; title="rel=deprecation"'])
      expect(added({ api }, ['link', link])).toEqual(all)
  })

  it('no links that no header can carry', () => {
    expect(added({ api: { deprecation: SINCE, documentation: 'https://a/\r\nX: y', successor: '/>; rel=x' } })).toEqual(
      all.slice(0, 2),
    )
  })
})
