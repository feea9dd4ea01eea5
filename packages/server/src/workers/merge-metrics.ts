/** The metrics of one worker, as text. */
export interface WorkerMetrics {
  /** Counted from 1. */
  readonly worker: number
  readonly text: string
}

const END = '# EOF'

/**
 * Merges the metrics of workers, in the format of Prometheus or OpenMetrics: each sample gets the label `worker`, and
 * samples of the same metric come one after the other.
 */
export function mergeMetrics(all: readonly WorkerMetrics[]): string {
  /** By metric: its comments, and the samples of all workers. */
  const families = new Map<string, { readonly comments: string[]; readonly samples: string[] }>()
  let isOpen = false
  for (const { worker, text } of all) {
    let family: { comments: string[]; samples: string[] } | undefined
    const known = new Set(families.keys())
    for (const line of text.split('\n')) {
      const [, name] = /^# (?:HELP|TYPE|UNIT) (\S+)/.exec(line) ?? []
      if (line === END) isOpen = true
      else if (name !== undefined) {
        family = families.get(name) ?? { comments: [], samples: [] }
        families.set(name, family)
        if (!known.has(name)) family.comments.push(line)
      } else if (line !== '' && family) family.samples.push(labelled(line, worker))
    }
  }
  const lines = [...families.values()].flatMap(({ comments, samples }) => [...comments, ...samples])
  return [...lines, ...(isOpen ? [END] : []), ''].join('\n')
}

/** Adds the label to a sample, such as `name 1` or `name{label="value"} 1`. */
function labelled(line: string, worker: number): string {
  const label = `worker="${worker}"`
  const [, name = '', rest = ''] = /^([\w:]+)(.*)$/.exec(line) ?? []
  return rest.startsWith('{') ? `${name}{${label},${rest.slice(1)}` : `${name}{${label}}${rest}`
}
