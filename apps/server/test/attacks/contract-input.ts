import { type Endpoint, api } from '@guiche/contract'
import { z } from 'zod'

/** Calls by name, typed as plain endpoints. */
export const calls = Object.entries<Endpoint>(api)

/** An id that does not exist. */
export const nobody = 987_654_321

export interface Sample {
  method: Endpoint['method']
  url: string
  query: Record<string, unknown>
  body: Record<string, unknown> | undefined
}

/** Valid input with only the required fields; no id in it exists. */
export function sampleOf(endpoint: Endpoint): Sample {
  const params = sampleFields(endpoint.params)
  const body = endpoint.body ?? endpoint.form
  return {
    method: endpoint.method,
    url: endpoint.path.replace(/:(\w+)/g, (_whole, name: string) => String(params[name])),
    query: sampleFields(endpoint.query),
    body: body && sampleFields(body),
  }
}

export const withQuery = ({ url, query }: Pick<Sample, 'url' | 'query'>): string => {
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return text === '' ? url : `${url}?${text}`
}

export const shapeOf = (schema: z.ZodType | undefined): Record<string, z.ZodType> => {
  if (!(schema instanceof z.ZodObject)) return {}
  return Object.fromEntries(
    Object.entries(schema.shape).flatMap(([name, field]) => (field instanceof z.ZodType ? [[name, field]] : [])),
  )
}

function sampleFields(schema: z.ZodType | undefined): Record<string, unknown> {
  const fields = Object.entries(shapeOf(schema))
  const valuesOf = (wanted: typeof fields) =>
    Object.fromEntries(wanted.map(([name, field]) => [name, valueOf(name, field)]))
  const required = valuesOf(fields.filter(([, field]) => !field.safeParse(undefined).success))
  // Some fields are only needed without others, which the schema as a whole says.
  const missing = new Set(schema?.safeParse(required).error?.issues.map(({ path }) => path[0]))
  return { ...required, ...valuesOf(fields.filter(([name]) => missing.has(name) && !(name in required))) }
}

/** The keys of a browser that has subscribed to push messages (the example of RFC 8291). */
export const browserKeys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

const candidates: unknown[] = [
  nobody,
  'nothing-of-that-name',
  'Texto de teste',
  'nobody@empresa.test',
  '#12ab34',
  'Senha-1234A',
  'pt_BR',
  '00000000-0000-4000-8000-000000000000',
  '5511988887777',
  '2031-03-10T09:00',
  5,
  1,
  0,
  true,
  [],
  { id: nobody },
  [{ id: nobody }],
  2,
  'https://push.example.net/nobody',
  browserKeys,
  '2031-03-11',
  2031,
  [nobody],
  '11988887777',
  '11222333000181',
  ['send'],
  [{ weekdayEn: 'Monday', startTime: '08:00', endTime: '18:00' }],
]

function valueOf(name: string, field: z.ZodType): unknown {
  const options = field instanceof z.ZodEnum ? field.options : []
  const value = [...options, ...candidates].find((candidate) => field.safeParse(candidate).success)
  if (value === undefined) throw new Error(`no sample for ${name}`)
  return value
}
