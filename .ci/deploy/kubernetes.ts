import { globSync } from 'node:fs'
import type { Deployment } from 'kubernetes-models/apps/v1'
import type { IProbe } from 'kubernetes-models/v1'
import { parse } from 'yaml'
import { type Deployed, folder, textOf } from './deployed.ts'
import { readImage } from './image.ts'

/** The part of the kustomization that is used. */
export interface Kustomization {
  readonly resources: readonly string[]
  readonly images: readonly { readonly name: string; readonly newTag: string }[]
}

/** A resource of Kubernetes, not yet validated. */
export interface Resource {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> }
}

/** The manifests by their file names, without the kustomization. */
export const manifests: Readonly<Record<string, Resource>> = Object.fromEntries(
  globSync('*.yaml', { cwd: `${folder}/kubernetes`, exclude: ['kustomization.yaml'] })
    .sort()
    .map((file) => [file, read(file) as Resource]),
)

/** The manifests that the kustomization does not list, because not every cluster can use them. */
export const optional: readonly string[] = ['autoscaler.yaml', 'pod-monitor.yaml']

/** Reads the kustomization. */
export const readKustomization = (): Kustomization => read('kustomization.yaml') as Kustomization

/** The deployment of the servers. */
export const deployment = manifests['deployment.yaml'] as unknown as Deployment

/** How long a probe takes to see a failure or a success, in milliseconds, and what it asks for. */
export interface PodProbe {
  readonly path: string
  readonly port: number
  readonly periodMs: number
  readonly timeoutMs: number
  readonly failures: number
}

/** The server of a pod, with its probes and its ports. */
export interface Pod extends Deployed {
  readonly probes: Readonly<Record<'startup' | 'ready' | 'live', PodProbe>>
  readonly ports: Readonly<Record<string, number>>
}

/** The pods of the deployment: their image, and what the manifest adds. */
export function readPod(): Pod {
  const { data: _, ...image } = readImage()
  const pod = deployment.spec?.template.spec
  const [container] = pod?.containers ?? []
  if (!pod || !container) throw new Error('The deployment has no container: add one to deployment.yaml')
  const ports = Object.fromEntries((container.ports ?? []).map(({ name = '', containerPort }) => [name, containerPort]))
  const [mount] = container.volumeMounts ?? []
  const { secret } = pod.volumes?.find(({ name }) => name === mount?.name) ?? {}
  return {
    ...image,
    command: [...(container.command ?? image.command), ...(container.args ?? [])],
    env: { ...image.env, ...Object.fromEntries((container.env ?? []).map(({ name, value = '' }) => [name, value])) },
    user: pod.securityContext?.runAsUser ?? image.user,
    secrets: Object.fromEntries((secret?.items ?? []).map(({ key, path }) => [key, `${mount?.mountPath}/${path}`])),
    graceMs: (pod.terminationGracePeriodSeconds ?? 30) * 1000,
    ports,
    probes: {
      startup: probeOf(container.startupProbe, ports),
      ready: probeOf(container.readinessProbe, ports),
      live: probeOf(container.livenessProbe, ports),
    },
  }
}

function probeOf(probe: IProbe | undefined, ports: Readonly<Record<string, number>>): PodProbe {
  const { httpGet, periodSeconds = 10, timeoutSeconds = 1, failureThreshold = 3 } = probe ?? {}
  return {
    path: httpGet?.path ?? '',
    port: ports[String(httpGet?.port)] ?? Number(httpGet?.port),
    periodMs: periodSeconds * 1000,
    timeoutMs: timeoutSeconds * 1000,
    failures: failureThreshold,
  }
}

/** Kubernetes reads YAML 1.1: a mode such as 0440 is octal. */
function read(file: string): unknown {
  return parse(textOf(`kubernetes/${file}`), { version: '1.1' })
}
