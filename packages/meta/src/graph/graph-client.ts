import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import { GraphError, UnexpectedAnswer, parsed, refusalIn } from './graph-error.ts'
import { ExchangeFailed, type GraphAnswer, type GraphRequest, type Transport } from './transport.ts'

export interface GraphOptions {
  /** Without a slash at its end, such as https://graph.facebook.com. Tokens are sent there and nowhere else. */
  baseUrl: string
  /** Such as v25.0. */
  version: string
  appId: string
  appSecret: string
  /** Meta gives some programs without a name of their own a page instead of an answer. */
  userAgent: string
  transport: Transport
  /** In ms, before something that may be asked again is asked again. */
  firstPause?: number
}

export interface GraphCall {
  method: GraphRequest['method']
  /** After the version, such as /me/accounts. */
  path: string
  params?: Readonly<Record<string, string>>
  /** Of a person or a page. Absent: the parameters say who calls. */
  token?: string
  json?: GraphRequest['json']
  form?: GraphRequest['form']
  /** In addition to the usual ones, or instead of one of them. */
  headers?: Readonly<Record<string, string>>
  /** In ms. */
  answerMs?: number
  /** For messages: what it is for, such as "send a message". */
  what: string
}

export interface GraphClient {
  readonly app: Pick<GraphOptions, 'appId' | 'appSecret'>
  /**
   * Throws GraphError for a refusal, UnexpectedAnswer, or ExchangeFailed. Only questions are asked again by themselves: nobody
   * knows whether something else was done.
   */
  call<S extends z.ZodType>(call: GraphCall, schema: S): Promise<z.output<S>>
}

/** In ms. */
const usualAnswer = 15_000
const tries = 3

export function createGraphClient(options: GraphOptions): GraphClient {
  const { baseUrl, version, appId, appSecret, userAgent, transport, firstPause = 500 } = options
  return { app: { appId, appSecret }, call }

  async function call<S extends z.ZodType>(asked: GraphCall, schema: S): Promise<z.output<S>> {
    for (let failures = 1; ; failures += 1) {
      try {
        return await callOnce(asked, schema)
      } catch (error) {
        if (asked.method !== 'GET' || failures === tries || !mayPass(error)) throw error
        await pause(firstPause * 2 ** (failures - 1) * (0.8 + 0.4 * Math.random()))
      }
    }
  }

  async function callOnce<S extends z.ZodType>(asked: GraphCall, schema: S): Promise<z.output<S>> {
    const answer = await transport(requestFor(asked))
    const body = parsed(answer.text)
    const refusal = refusalIn(body, [asked.token ?? '', appSecret, ...Object.values(asked.params ?? {}).filter(isLong)])
    if (refusal && answer.status >= 400) throw new GraphError(asked.what, answer, refusal)
    const result = schema.safeParse(body)
    if (answer.status !== 200 || !result.success) throw new UnexpectedAnswer(asked.what, answer.status)
    return result.data
  }

  function requestFor({
    method,
    path,
    params = {},
    token,
    json,
    form,
    headers: given,
    answerMs = usualAnswer,
  }: GraphCall): GraphRequest {
    const url = new URL(`${baseUrl}/${version}${path}`)
    for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
    if (token !== undefined) url.searchParams.set('appsecret_proof', proofOf(token, appSecret))
    const headers = {
      accept: 'application/json',
      'user-agent': userAgent,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...given,
    }
    return { method, url, headers, answerMs, json, ...(form && { form }) }
  }
}

/** Shows that whoever sends the token knows the secret of its app, so that a stolen token alone opens nothing. */
export const proofOf = (token: string, appSecret: string): string =>
  createHmac('sha256', appSecret).update(token).digest('hex')

/** Codes and tokens are; names of fields are no secrets. */
const isLong = (value: string) => value.length >= 16

function mayPass(error: unknown): boolean {
  if (error instanceof GraphError) return error.remedy.do === 'again' || error.status === 429
  return error instanceof ExchangeFailed || (error instanceof UnexpectedAnswer && error.status >= 500)
}

export type { GraphAnswer }
