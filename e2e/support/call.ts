import type { Server } from './server.ts'

export interface Credentials {
  email: string
  password: string
}

/** Calls the server without a browser. */
export type Call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => Promise<Response>

export interface ApiSession {
  call: Call
  /** The token for the socket. */
  publicToken: string
  user: { id: number; companyId: number }
}

export async function logInByApi({ url }: Server, { email, password }: Credentials): Promise<ApiSession> {
  const answer = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`The login of ${email} answered ${answer.status} ${await answer.text()}`)
  const { token, publicToken, user }: { token: string } & Omit<ApiSession, 'call'> = JSON.parse(await answer.text())
  return { call: caller(url, token), publicToken, user }
}

/** Returns the body of a successful answer, else throws. */
export async function must<T>(answer: Promise<Response>): Promise<T> {
  const response = await answer
  if (!response.ok) throw new Error(`${response.url} answered ${response.status} ${await response.text()}`)
  return JSON.parse(await response.text())
}

const caller =
  (url: string, token: string): Call =>
  (method, path, body) =>
    fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
