import { defineCode } from '../../plugin-api/define-code.ts'
import { hstsValue } from '../shared/hsts.ts'

interface Config {
  readonly content_type_options: boolean
  readonly frame_options: string
  readonly referrer_policy: string
  readonly content_security_policy?: string
  readonly permissions_policy?: string
  readonly cross_origin_opener_policy?: string
  readonly cross_origin_resource_policy?: string
  readonly hsts_max_age: number
  readonly hsts_include_subdomains: boolean
}

/** Sets headers that make browsers strict, in place of the backend's. */
export const securityHeaders = defineCode<Config>({
  stage: 'request',
  compile(config) {
    const set = Object.entries(valuesOf(config)).filter((pair): pair is [string, string] => isSent(pair[1]))
    const hsts = hstsValue(config.hsts_max_age, config.hsts_include_subdomains)
    return {
      response({ secure }, { headers }) {
        for (const [name, value] of set) headers.set(name, value)
        if (secure && hsts !== undefined) headers.set('Strict-Transport-Security', hsts)
        return undefined
      },
    }
  },
})

const isSent = (value: string | undefined): boolean => value !== undefined && value !== 'off'

const valuesOf = (config: Config): Readonly<Record<string, string | undefined>> => ({
  'X-Content-Type-Options': config.content_type_options ? 'nosniff' : undefined,
  'X-Frame-Options': config.frame_options,
  'Referrer-Policy': config.referrer_policy,
  'Content-Security-Policy': config.content_security_policy,
  'Permissions-Policy': config.permissions_policy,
  'Cross-Origin-Opener-Policy': config.cross_origin_opener_policy,
  'Cross-Origin-Resource-Policy': config.cross_origin_resource_policy,
})
