/** A test for the values of a `format`. */
type Format = ((text: string) => boolean) | { readonly type: 'number'; readonly validate: (value: number) => boolean }

const isDate = (text: string): boolean => {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (year === undefined) return false
  const date = new Date(Date.UTC(2000, Number(month) - 1, Number(day)))
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

const isTime = (text: string): boolean =>
  /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d{1,20})?(z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/i.test(text)

const isIpv4 = (text: string): boolean => /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/.test(text)

/** Whether a text is an IPv6 address, by the parser of URLs. */
const isIpv6 = (text: string): boolean => /^[\da-f:.]{2,45}$/i.test(text) && URL.canParse(`http://[${text}]/`)

const isHostname = (text: string): boolean =>
  text.length <= 253 && text.split('.').every((label) => /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i.test(label))

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0))
  return local.length > 0 && local.length <= 64 && !/[\s"<>@]/.test(local) && isHostname(text.slice(at + 1))
}

const isUri = (text: string): boolean => /^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`]*$/i.test(text)

const isDateTime = (text: string): boolean =>
  /[t ]/i.test(text[10] ?? '') && isDate(text.slice(0, 10)) && isTime(text.slice(11))

/**
 * The formats that are checked, by name: formats of JSON Schema and the registry of OpenAPI that are cheap to decide.
 * Each takes linear time. Other formats say nothing.
 */
export const formats: Readonly<Record<string, Format>> = {
  date: isDate,
  time: isTime,
  'date-time': isDateTime,
  duration: (text) => /^P(?!$)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?$/.test(text),
  email: isEmail,
  hostname: isHostname,
  ipv4: isIpv4,
  ipv6: isIpv6,
  uri: isUri,
  'uri-reference': (text) => !/[\s<>"{}|\\^`]/.test(text),
  url: isUri,
  uuid: (text) => /^(urn:uuid:)?[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(text),
  'json-pointer': (text) => (text === '' || text.startsWith('/')) && !/~(?![01])/.test(text),
  byte: (text) => text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text),
  int32: { type: 'number', validate: (value) => Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31 },
  int64: { type: 'number', validate: Number.isInteger },
}

export const knownFormats: ReadonlySet<string> = new Set(Object.keys(formats))
