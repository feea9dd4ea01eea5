import { defineCode } from '../../plugin-api/define-code.ts'
import type { Answer } from '../../plugin-api/hooks.ts'

interface Config {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly body_base64?: string
}

/** Responds with the same response to every request. A response to HEAD, and a 204, 205 or 304, has no body. */
export const staticResponse = defineCode<Config>({
  stage: 'backend',
  compile(config) {
    const { status } = config
    const headers = Object.entries(config.headers).flat()
    const head = { answer: { status, headers } satisfies Answer }
    const body = bodyOf(config)
    if (body.length === 0 || status === 204 || status === 205 || status === 304) return { request: () => head }
    const whole = { answer: { status, headers, body } satisfies Answer }
    return { request: ({ method }) => (method === 'HEAD' ? head : whole) }
  },
})

const bodyOf = ({ body, body_base64 }: Config): Uint8Array =>
  body_base64 === undefined
    ? new TextEncoder().encode(body)
    : Uint8Array.from(atob(body_base64), (character) => character.charCodeAt(0))
