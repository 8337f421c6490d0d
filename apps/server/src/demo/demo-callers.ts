import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../app.ts'

export interface DemoPicture {
  name: string
  data: Buffer
}

export interface DemoCaller {
  id: number
  name: string
  get<T>(path: string): Promise<T>
  post<T>(path: string, body: object): Promise<T>
  put<T>(path: string, body: object): Promise<T>
  upload(path: string, fields: Record<string, string>, file: DemoPicture): Promise<void>
  /** Repeats the call until it returns something. */
  until<T>(ask: () => Promise<T | undefined>): Promise<T>
  /** Waits until everything said in this company has been processed. */
  settled(): Promise<void>
}

/** A user of the company, with the calls that a browser makes. */
export async function callerOf(app: App, email: string, password: string): Promise<DemoCaller> {
  const call = callsOf(app, undefined)
  const { token, user } = await call<{ token: string; user: { id: number; name: string; companyId: number } }>(
    'POST',
    '/auth/login',
    {
      email,
      password,
    },
  )
  const own = callsOf(app, token)
  return {
    id: user.id,
    name: user.name,
    get: (path) => own('GET', path),
    post: (path, body) => own('POST', path, body),
    put: (path, body) => own('PUT', path, body),
    upload: async (path, fields, file) => void (await own('POST', path, form(fields, 'medias', file))),
    until,
    settled: () => until(async () => ((await isSettled(app, user.companyId)) ? true : undefined)).then(() => undefined),
  }
}

/** A customer in the web chat. */
export async function visitorOf(app: App, token: string, name: string) {
  const { secret } = await callsOf(app, undefined)<{ secret: string }>('POST', `/web-chat/${token}/visitors`, { name })
  const own = callsOf(app, secret)
  return {
    write: (body: string) => own('POST', `/web-chat/${token}/messages`, { id: randomUUID(), body }),
    send: (file: DemoPicture, body: string) =>
      own('POST', `/web-chat/${token}/messages`, form({ id: randomUUID(), body }, 'file', file)),
  }
}

interface Form {
  payload: Buffer
  contentType: string
}

function callsOf({ http }: App, bearer: string | undefined) {
  return async <T>(method: 'GET' | 'POST' | 'PUT', url: string, body?: object | Form): Promise<T> => {
    const isForm = body !== undefined && 'contentType' in body && 'payload' in body
    const answer = await http.inject({
      method,
      url,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(isForm && { 'content-type': String(body.contentType) }),
      },
      ...(body !== undefined && {
        payload: isForm && 'payload' in body && Buffer.isBuffer(body.payload) ? body.payload : body,
      }),
    })
    if (answer.statusCode >= 400)
      throw new Error(`${method} ${url} answered ${answer.statusCode} ${answer.body.slice(0, 300)}`)
    return answer.json<T>()
  }
}

function form(fields: Record<string, string>, field: string, { name, data }: DemoPicture): Form {
  const boundary = `----${randomUUID()}`
  const texts = Object.entries(fields).map(
    ([key, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`
  return {
    payload: Buffer.concat([Buffer.from(texts.join('') + head), data, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  }
}

async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 500; tries += 1) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await pause(20)
  }
  throw new Error('the demo waits for something that does not come')
}

async function isSettled({ deps }: App, companyId: number): Promise<boolean> {
  const { operator } = deps.units
  const [inbox, outbox] = await Promise.all([
    operator.selectFrom('inbox').select('id').where('company_id', '=', companyId).limit(1).execute(),
    operator.selectFrom('outbox').select('id').where('company_id', '=', companyId).limit(1).execute(),
  ])
  return inbox.length === 0 && outbox.length === 0
}
