import { readIsoDate } from '../time/iso-date.ts'
import { isTimeZone, parseLocal, parseMinutes } from '../time/time.ts'
import { hasOffset, readDate } from '../time/written-date.ts'
import {
  isAddressRange,
  isBase64,
  isDomain,
  isHeaderName,
  isHeaderValue,
  isHostname,
  isHostWithPort,
  isHttpUrl,
  isRedirectTarget,
} from './net-forms.ts'

/** The `format` names in schemas, with a test for each. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  'dd/MM/yyyy HH:mm:ss': (text) =>
    (text.includes('/') && text.length === 19 && parseLocal(text) !== undefined) || hasOffset(text),
  'yyyy-MM-dd HH:mm:ss': (text) => (text.includes('-') && parseLocal(text) !== undefined) || hasOffset(text),
  timestamp: (text) => readDate(text) !== undefined,
  'ISO 8601': (text) => readIsoDate(text) !== undefined,
  'HH:mm': (text) => text.length === 5 && parseMinutes(text) !== undefined,
  'time-zone': isTimeZone,
  /** RFC 6901. */
  'json-pointer': (text) => (text === '' || text.startsWith('/')) && !/~(?![01])/.test(text),
  hostname: isHostname,
  'hostname[:port]': isHostWithPort,
  domain: (text) => isDomain(text.replace(/^[a-z][a-z\d+.-]*:\/\//i, '')),
  'IP address or range': isAddressRange,
  'header name': isHeaderName,
  'header value': isHeaderValue,
  'http(s) URL': isHttpUrl,
  'http(s) URL or path': isRedirectTarget,
  base64: isBase64,
}
