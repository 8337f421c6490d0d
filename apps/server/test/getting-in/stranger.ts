import type { World } from '../world/index.ts'

/** A browser of somebody who is not logged in, at an address of its own. */
export interface Stranger {
  ask(wpp: unknown, headers?: Record<string, string>): Promise<Reply>
  verify(code: string, cookie?: string): Promise<Reply>
  finish(body: { userId: unknown; newPassword?: unknown }, cookie?: string): Promise<Reply>
  /** What the last request has set. */
  readonly cookie: string
  readonly resetId: string
}

export interface Reply {
  status: number
  // Untyped, because tests see answers as outside clients do.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  headers: Record<string, unknown>
  cookies: { name: string; value: string }[]
}

let addresses = 0

export function createStranger(world: World, address = nextAddress()): Stranger {
  let cookie = ''
  let resetId = ''
  const call = async (
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    payload?: object,
    { headers = {}, held = cookie }: { headers?: Record<string, string>; held?: string } = {},
  ): Promise<Reply> => {
    const response = await world.app.http.inject({
      method,
      url,
      remoteAddress: address,
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
      cookies: held === '' ? {} : { recovery: held },
      ...(payload && { payload }),
    })
    return { status: response.statusCode, body: response.json(), headers: response.headers, cookies: response.cookies }
  }
  return {
    ask: async (wpp, headers = {}) => {
      const reply = await call('POST', '/api/enviar-email', { wpp }, { headers })
      cookie = reply.cookies[0]?.value ?? cookie
      resetId = reply.body.userId ?? resetId
      return reply
    },
    verify: (code, held) =>
      call('GET', `/api/verificar-code/${encodeURIComponent(code)}`, undefined, held === undefined ? {} : { held }),
    finish: (body, held) => call('PUT', '/api/atualizar-senha', body, held === undefined ? {} : { held }),
    get cookie() {
      return cookie
    },
    get resetId() {
      return resetId
    },
  }
}

const nextAddress = () => `10.77.${Math.floor((addresses += 1) / 250)}.${(addresses % 250) + 1}`
