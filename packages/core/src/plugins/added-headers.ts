import { escapePointer, isObject, type JsonObject } from '../machine/json/json.ts'
import type { ConfigProblems } from './plugin.ts'
import { headerValues, reservedHeaders } from './settings.ts'

/** Values that the data plane fills in for each request. */
export const addedValues = headerValues(
  'Headers by name. Values may contain `${req.header.<name>}`, `${req.pathparams.<name>}`, `${consumer.id}`, `${route.id}` and `${request.id}`; a header is left out if one of them is absent. Values of headers that carry credentials, such as `Authorization`, are write-only',
)

/** Reports headers that the gateway sets itself. */
export const addedRules = ({ headers }: JsonObject): ConfigProblems =>
  reservedHeaders(Object.keys(isObject(headers) ? headers : {}), (name) => `/headers/${escapePointer(name)}`)
