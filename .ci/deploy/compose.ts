import { parse } from 'yaml'
import { type Deployed, textOf } from './deployed.ts'
import { readImage } from './image.ts'

/** The part of a service of the Compose file that is used there. */
export interface Service {
  readonly image: string
  readonly command?: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly secrets: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly networks: readonly string[]
  readonly healthcheck: { readonly test: readonly string[] }
  readonly mem_limit?: string
  readonly logging?: { readonly driver: string; readonly options: Readonly<Record<string, string>> }
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly stop_grace_period: string
}

/** The Compose file. */
export interface Compose {
  readonly services: Readonly<Record<'postgres' | 'server', Service>>
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>
  readonly volumes: Readonly<Record<string, object>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
}

/** Reads the Compose file. */
export const readCompose = (): Compose => parse(textOf('compose.yaml')) as Compose

/** The server of the Compose file: its image, and what the file adds. */
export function composedServer(): Deployed & { readonly healthCheck: readonly string[] } {
  const image = readImage()
  const { command, environment, secrets, healthcheck, stop_grace_period } = readCompose().services.server
  return {
    ...image,
    command: [...image.command, ...(command ?? [])],
    env: { ...image.env, ...environment },
    secrets: Object.fromEntries(secrets.map((name) => [name, `/run/secrets/${name}`])),
    healthCheck: healthcheck.test.slice(1),
    graceMs: Number(/^(\d+)s$/.exec(stop_grace_period)?.[1]) * 1000,
  }
}
