import type { Pipeline } from '../pipeline/pipeline.ts'
export const createFetch =
  (pipeline: Pipeline, _options: unknown) =>
  async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const decided = await pipeline.decide({
      method: request.method,
      target: request.url,
      rawHeaders: ['Host', url.host, ...[...request.headers].flat()],
      address: '',
      secure: url.protocol === 'https:',
    })
    const { answer, target } = decided
    if (answer) {
      pipeline.finish(decided, { status: answer.status, bytesIn: 0, bytesOut: 0 })
      return new Response(answer.body as string | undefined, {
        status: answer.status,
        headers: Object.fromEntries(pairs(answer.headers)),
      })
    }
    const back = await fetch(`http://${target!.hostname}:${target!.port}${decided.forwardTarget}`, {
      method: decided.method,
      headers: pairs(decided.out.list).filter(([n]) => n.toLowerCase() !== 'host'),
    })
    const head = await pipeline.respond(decided, back.status, [...back.headers].flat())
    pipeline.finish(decided, { status: head.status, bytesIn: 0, bytesOut: 0 })
    return new Response(back.body, { status: head.status, headers: pairs(head.headers) })
  }
const pairs = (list: readonly string[]): [string, string][] =>
  list.flatMap((one, i) => (i % 2 === 0 ? [[one, list[i + 1]!] as [string, string]] : []))
