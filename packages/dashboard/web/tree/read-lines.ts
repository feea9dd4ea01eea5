/** The values of an nd-json body, grouped by the chunks in which they arrive. Ends with the body; throws if it is cut off. */
export async function* readLines(
  body: ReadableStream<Uint8Array>,
  parse: (line: string) => unknown = JSON.parse,
): AsyncGenerator<unknown[]> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let begun = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      const lines = (begun + (done ? decoder.decode() : decoder.decode(value, { stream: true }))).split('\n')
      begun = done ? '' : lines.pop()!
      const values = lines.filter((line) => line.trim() !== '').map((line) => parse(line))
      if (values.length > 0) yield values
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
