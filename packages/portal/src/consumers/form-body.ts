/** The fields of a form, by name. */
export type Values = Readonly<Record<string, string>>

/** What a request has sent: fields, or why it cannot be read. */
export type FormBody = { readonly values: Values } | { readonly status: 400 | 413 | 415; readonly problem: string }

/** The most bytes of a form: a request body of 256 KiB, each byte percent-encoded, with its parameters. */
const MOST = 832 * 1024

/** Reads a form as browsers send it (`application/x-www-form-urlencoded`). Each field may be there once. */
export async function readForm(request: Request): Promise<FormBody> {
  const type = (request.headers.get('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded')
    return { status: 415, problem: 'Send the form as application/x-www-form-urlencoded, as browsers do.' }
  const text = await readText(request)
  if (text === undefined)
    return { status: 413, problem: 'The form is too large. Shorten your answers and send it again.' }
  const found = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (found.has(name))
      return {
        status: 400,
        problem: `The form has the field ${name} twice. Open the page again and use the form there.`,
      }
    found.set(name, value.toWellFormed())
  }
  return { values: Object.fromEntries(found) }
}

/** Reads a body of at most `MOST` bytes; `undefined` if it is longer. */
async function readText({ body }: Request): Promise<string | undefined> {
  if (!body) return ''
  const decoder = new TextDecoder()
  let [text, size] = ['', 0]
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > MOST) return undefined
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}
