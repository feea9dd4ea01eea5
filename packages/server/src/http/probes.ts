const probes: ReadonlySet<string> = new Set(['/api/_live', '/api/_ready', '/api/_health'])

/** Whether the target of a request is a probe: those need no credentials and cost little. */
export const isProbe = (target: string): boolean => probes.has(target.split('?', 1)[0] as string)
