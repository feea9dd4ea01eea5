import { expectTypeOf, it } from 'vitest'
import type { Failure } from '../backend/failures.ts'
import { identifying } from '../consumers/identify.ts'
import { defineGatewayPlugin, type Hooks as OwnHooks, RefusedError as OwnRefusedError } from '../index.ts'
import { defineCode } from './define-code.ts'
import type { SlotContext } from './plugin.ts'
import { type Refused, RefusedError } from './refused.ts'

const misspelled = 'errors.address.not.allowed'

it('a misspelled cause in the code of this package does not compile', () => {
  const refused: Refused = { refuse: 'errors.address.forbidden' }
  void refused
  // @ts-expect-error there is no such cause
  const wrong: Refused = { refuse: misspelled }
  void wrong
  // @ts-expect-error there is no such cause
  void defineCode({ stage: 'admit', compile: () => ({ request: () => ({ refuse: misspelled }) }) })
  // @ts-expect-error there is no such cause
  void defineCode({ stage: 'admit', compile: () => ({ request: async () => ({ refuse: misspelled }) }) })
  // @ts-expect-error there is no such cause
  void defineCode({ stage: 'admit', compile: () => ({ limit: () => ({ refuse: misspelled }) }) })
  // @ts-expect-error there is no such cause
  void defineCode({ stage: 'identify', compile: (_, slot) => identifying({}, () => ({ refuse: misspelled }), slot) })
  // @ts-expect-error there is no such cause
  void new RefusedError({ refuse: misspelled })
  // @ts-expect-error there is no such cause
  const failure: Failure = { cause: misspelled }
  void failure
})

it('plugins of programs may refuse with causes of their own, and are offered those of the table', () => {
  const own = { refuse: 'errors.of.my.plugin' }
  expectTypeOf({ request: () => own }).toExtend<OwnHooks>()
  void defineGatewayPlugin({
    ...({} as Omit<Parameters<typeof defineGatewayPlugin>[0], 'compile'>),
    compile: (_: object, slot: SlotContext) => ({ ...identifying({}, () => own, slot), limit: () => own }),
  })
  void new OwnRefusedError(own)
  void new OwnRefusedError({ refuse: 'errors.address.forbidden' })
})
