import fc from 'fast-check'

const which = fc.nat(4)
const api = fc.constantFrom('a', 'b')

/** Steps whose effect a `Model` knows. */
export const modelledStep = fc.oneof(
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('subscribe' as const), api }) },
  fc.record({ verb: fc.constantFrom('pause' as const, 'resume' as const, 'rotate' as const), which }),
  fc.record({ verb: fc.constantFrom('close' as const, 'delete' as const, 'hold' as const), which }),
  fc.record({ verb: fc.constantFrom('disable' as const, 'enable' as const, 'off' as const, 'on' as const), which }),
  fc.record({ verb: fc.constantFrom('forget' as const, 'reissue' as const), which }),
  fc.record({ verb: fc.constant('expire' as const), which, hours: fc.constantFrom(0, 2, 100) }),
  fc.record({
    verb: fc.constant('plan' as const),
    api,
    status: fc.constantFrom('published', 'published', 'deprecated', 'closed'),
  }),
  fc.record({
    verb: fc.constant('api' as const),
    api,
    body: fc.oneof(
      fc.record({ enabled: fc.boolean() }),
      fc.record({ state: fc.constantFrom('published', 'published', 'deprecated', 'removed', 'staging') }),
      fc.record({ testing: fc.record({ enabled: fc.boolean() }) }),
    ),
  }),
  fc.record({ verb: fc.constantFrom('drop' as const, 'make' as const, 'make' as const), api }),
  fc.record({ verb: fc.constant('wait' as const), hours: fc.constantFrom(0, 1, 2, 3, 30) }),
)

/** Further steps, after which a `Model` no longer holds. */
export const unmodelledStep = fc.oneof(
  fc.record({ verb: fc.constant('save' as const) }),
  fc.record({ verb: fc.constant('restore' as const), what: fc.constantFrom('subscriptions', 'credentials', 'both') }),
  fc.record({ verb: fc.constant('strip' as const), which }),
)

/** A step of a walk. */
export type Step = StepOf<typeof modelledStep> | StepOf<typeof unmodelledStep>
type StepOf<A> = A extends fc.Arbitrary<infer T> ? T : never
