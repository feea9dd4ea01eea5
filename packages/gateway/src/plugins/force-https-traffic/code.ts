import { defineCode } from '../../plugin-api/define-code.ts'
import { hstsValue } from '../shared/hsts.ts'
import { toLocation } from '../shared/location.ts'

interface Config {
  readonly port: number
  readonly hsts_max_age: number
}

/**
 * Redirects plain requests to https: 301 for GET and HEAD, 308 for all others, so that method and body stay. Sends
 * `Strict-Transport-Security` with responses over https.
 */
export const forceHttps = defineCode<Config>({
  stage: 'answer',
  compile({ port, hsts_max_age }) {
    const suffix = port === 443 ? '' : `:${port}`
    const hsts = hstsValue(hsts_max_age)
    return {
      request({ secure, method, host, path, query }) {
        if (secure) return undefined
        if (host === '') return { refuse: 'errors.bad.request', message: 'The request needs a Host header' }
        const status = method === 'GET' || method === 'HEAD' ? 301 : 308
        return { answer: { status, headers: ['Location', toLocation(`https://${host}${suffix}${path}${query}`)] } }
      },
      ...(hsts !== undefined && {
        response({ secure }, { headers }) {
          if (secure) headers.set('Strict-Transport-Security', hsts)
          return undefined
        },
      }),
    }
  },
})
