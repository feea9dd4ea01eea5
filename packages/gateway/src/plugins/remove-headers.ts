import { defineCode } from '../plugin-api/define-code.ts'

interface Config {
  readonly header_names: readonly string[]
}

/** Removes headers of the request to the backend. */
export const removeHeadersIn = defineCode<Config>({
  stage: 'request',
  compile(config) {
    const names = removable(config)
    return {
      request({ out }) {
        for (const name of names) out.remove(name)
        return undefined
      },
    }
  },
})

/** Removes headers of the response. */
export const removeHeadersOut = defineCode<Config>({
  stage: 'request',
  compile(config) {
    const names = removable(config)
    return {
      response(_, { headers }) {
        for (const name of names) headers.remove(name)
        return undefined
      },
    }
  },
})

/** Headers that frame a message or name its host; they stay. */
const kept: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'host'])

const removable = ({ header_names }: Config): readonly string[] =>
  header_names.map((name) => name.toLowerCase()).filter((name) => !kept.has(name))
