import type { ScriptEngines } from '@signalbox/core/gateway'
import { describe, expect, it } from 'vitest'
import type { ProxySubject } from '../proxy-subject.fixture.ts'
import { scenes } from '../scene/scene.fixture.ts'

const slot = (script: string) => ({
  plugin: 'cp:gateway.next.plugins.Script',
  config: { script: { type: 'javascript', script } },
})

/** An engine for which a script is the name of a header that must be there; `fail` is a script that fails. */
const scripts: ScriptEngines = {
  javascript: {
    async run({ script, context }) {
      if (script === 'fail') return { active: false, logs: [], error: { code: 'CPU', message: 'too slow' } }
      const { request } = context as { request: { headers: object } }
      return { active: Object.hasOwn(request.headers, script), logs: [] }
    },
    check: async () => undefined,
    close: async () => {},
  },
}

/** Registers tests of scripts that decide about requests. */
export function describeScripts({ name, open }: ProxySubject): void {
  describe(`${name}: scripts`, () => {
    const setUp = scenes(open)

    it('admit and refuse requests', async () => {
      const { call, backend } = await setUp((_, response) => response.end('ok'), {
        slots: [slot('x-guest')],
        options: { scripts },
      })
      expect((await call('/')).status).toBe(403)
      expect(backend.seen).toEqual([])
      expect((await call('/', { headers: { 'X-Guest': '1' } })).text).toBe('ok')
    })

    it('that fail refuse requests', async () => {
      const { call, reports } = await setUp(undefined, { slots: [slot('fail')], options: { scripts } })
      expect((await call('/')).status).toBe(500)
      expect(reports).toHaveLength(1)
    })

    it('without an engine refuse requests', async () => {
      const { call } = await setUp(undefined, { slots: [slot('x-guest')] })
      expect((await call('/')).status).toBe(503)
    })
  })
}
