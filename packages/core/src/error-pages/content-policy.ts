import { sha256Base64 } from '../machine/secrets/secret.ts'
import { script } from './page.ts'

let policy: string | undefined

/**
 * The `Content-Security-Policy` of error pages: styles, images, and the script of the built-in pages. The hash is
 * computed at the first use.
 */
export function contentPolicy(): string {
  policy ??= `default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; script-src 'sha256-${sha256Base64(script)}'`
  return policy
}

/** Whether a page has a policy of its own, in a `meta` element. */
export const hasPolicy = (texts: readonly string[]): boolean => texts.some((text) => META.test(text))

const META = /<meta\b[^<>]*\shttp-equiv\s*=\s*["']?\s*content-security-policy\b/i
