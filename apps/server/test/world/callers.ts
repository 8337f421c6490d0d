import type { FastifyInstance } from 'fastify'
import { type FormField, type FormFile, multipart } from './multipart.ts'

export interface Answer {
  status: number
  // Untyped, because tests see answers as outside clients do.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  headers: Record<string, unknown>
  cookies: { name: string; value: string }[]
}

export interface CallOptions {
  headers?: Record<string, string>
  cookies?: Record<string, string>
}

/** Makes HTTP calls, with a token or without. */
export interface Caller {
  get(path: string, options?: CallOptions): Promise<Answer>
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  put(path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  delete(path: string, options?: CallOptions): Promise<Answer>
  /** Sends a form: fields, then files. */
  upload(
    path: string,
    fields: Record<string, string>,
    files: FormFile[],
    options?: CallOptions & { method?: 'POST' | 'PUT' },
  ): Promise<Answer>
  /** Sends a form with its parts in this order. */
  uploadParts(path: string, parts: (FormFile | FormField)[], options?: CallOptions): Promise<Answer>
}

/** A caller with these headers and this address. */
export type CallerWith = (defaults: Record<string, string>, remoteAddress?: string) => Caller

export const createCallers =
  (http: FastifyInstance): CallerWith =>
  (defaults, remoteAddress = '127.0.0.1') => {
    const call = async (
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      payload?: unknown,
      { headers = {}, cookies = {} }: CallOptions = {},
    ): Promise<Answer> => {
      const response = await http.inject({
        method,
        url: path,
        remoteAddress,
        headers: { 'sec-fetch-site': 'same-origin', ...defaults, ...headers },
        cookies,
        ...(payload !== undefined && { payload: payload as object }),
      })
      const isJson = response.headers['content-type']?.toString().startsWith('application/json') ?? false
      return {
        status: response.statusCode,
        body: isJson ? response.json() : response.body,
        headers: response.headers,
        cookies: response.cookies,
      }
    }
    const send = (method: 'POST' | 'PUT', path: string, parts: (FormFile | FormField)[], options?: CallOptions) => {
      const { payload, contentType } = multipart(parts)
      return call(method, path, payload, { ...options, headers: { 'content-type': contentType, ...options?.headers } })
    }
    return {
      get: (path, options) => call('GET', path, undefined, options),
      post: (path, body, options) => call('POST', path, body, options),
      put: (path, body, options) => call('PUT', path, body, options),
      delete: (path, options) => call('DELETE', path, undefined, options),
      upload: (path, fields, files, options) => {
        const named = Object.entries(fields).map(([name, value]) => ({ name, value }))
        return send(options?.method ?? 'POST', path, [...named, ...files], options)
      },
      uploadParts: (path, parts, options) => send('POST', path, parts, options),
    }
  }
