import type { Defaults } from './live/keys.ts'

/** The keys of the flags that `defineFlags` declared. */
export interface DefinedKeys<
  F extends string,
  C extends Readonly<Record<string, unknown>>,
  E extends Readonly<Record<string, readonly string[]>>,
> {
  readonly features: F
  readonly configs: { readonly [N in keyof C]: C[N] }
  readonly experiments: { readonly [N in keyof E]: E[N][number] }
  readonly defaulted: keyof C & string
}

/**
 * Declares the flags of a program with their defaults, which apply until a server responds. Pass the result to
 * `live(source, { flags })`: then undeclared names and configs of another type do not compile, and a declared config
 * always has a value. Returns its argument.
 *
 * @example
 * ```ts
 * const flags = defineFlags({ features: { 'shop:express': false }, configs: { 'shop:limit': 3 } })
 * const limit: number = live(undefined, { flags }).config('shop:limit')
 * ```
 */
export function defineFlags<
  const F extends string = never,
  C extends Readonly<Record<string, unknown>> = Record<never, never>,
  const E extends Readonly<Record<string, readonly string[]>> = Record<never, never>,
>(flags: {
  /** Features, each with its default state. */
  readonly features?: Readonly<Record<F, boolean>>
  /** Configs, each with its default. The default also gives the type of the server's value. */
  readonly configs?: C
  /** Experiments, each with the ids of its variants. The first is the default. */
  readonly experiments?: E
}): Defaults<DefinedKeys<F, C, E>> {
  return flags as Defaults<DefinedKeys<F, C, E>>
}
