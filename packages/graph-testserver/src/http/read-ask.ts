import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Ask, Upload } from './ask.ts'

/** Reads a request: its version, its parameters from query, JSON or form, its files, its token. */
export async function readAsk(request: IncomingMessage): Promise<Ask> {
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://localhost')
  const raw = await buffer(request)
  const files = new Map<string, Upload>()
  const body = await readBody(raw, request.headers['content-type'] ?? '', files)
  const params = { ...Object.fromEntries([...query].map(([name, value]) => [name, meant(value)])), ...body }
  const parts = path.split('/').slice(1).map(decodeURIComponent)
  const version = /^v\d+\.\d+$/.test(parts[0] ?? '') ? parts.shift() : undefined
  const ask = {
    method: request.method ?? '',
    path,
    version,
    parts,
    query,
    headers: request.headers,
    raw,
    params,
    files,
  }
  return { ...ask, token: tokenOf(ask) }
}

async function readBody(raw: Buffer, type: string, files: Map<string, Upload>): Promise<Record<string, unknown>> {
  if (raw.length === 0) return {}
  if (type.startsWith('application/json')) return objectIn(raw.toString())
  if (!type.startsWith('multipart/form-data') && !type.startsWith('application/x-www-form-urlencoded')) return {}
  const form = await new Response(new Uint8Array(raw), { headers: { 'content-type': type } })
    .formData()
    .catch(() => new FormData())
  const fields: Record<string, unknown> = {}
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = meant(value)
    else files.set(name, { name: value.name, type: value.type, bytes: Buffer.from(await value.arrayBuffer()) })
  }
  return fields
}

/** Forms and queries carry objects as JSON. */
function meant(value: string): unknown {
  if (!/^[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}

function tokenOf({ headers, params }: Pick<Ask, 'headers' | 'params'>): string | undefined {
  const [, sent] = /^(?:Bearer|OAuth) (\S+)$/i.exec(headers.authorization ?? '') ?? []
  const named = params['access_token']
  return sent ?? (typeof named === 'string' ? named : undefined)
}
