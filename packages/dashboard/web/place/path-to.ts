/** The parameters in a path: `/features/:id` has `id`. */
export type ParamsOf<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [N in Name]: string } & Omit<ParamsOf<`/${Rest}`>, 'id'>
  : P extends `${string}:${infer Name}`
    ? { readonly [N in Name]: string }
    : { readonly id?: undefined }

/** The path of a screen, with its parameters percent-encoded: `pathTo('/features/:id', { id })`. */
export const pathTo = <const P extends string>(template: P, params: ParamsOf<P>): string =>
  template.replace(/:(\w+)/g, (_, name: string) => encoded((params as Readonly<Record<string, string>>)[name]!))

/** Colons stay, because they are allowed in paths, and ids are full of them. */
const encoded = (text: string): string => encodeURIComponent(text).replaceAll('%3A', ':')
