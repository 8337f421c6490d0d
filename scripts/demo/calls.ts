/** A call to the product as a user; an answer that is no success is an error. */
export type Call = <T>(method: string, path: string, body?: object) => Promise<T>

export async function logIn(url: string, email: string, password: string): Promise<Call> {
  const { token } = await callsTo(url)<{ token: string }>('POST', '/auth/login', { email, password })
  return callsTo(url, token)
}

const callsTo =
  (url: string, token?: string): Call =>
  async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${await answer.text()}`)
    return JSON.parse(await answer.text())
  }
