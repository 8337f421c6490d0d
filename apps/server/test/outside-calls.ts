import type { Said } from './processes/patient-calls.ts'
import type { OwnServer } from './processes/server-process.ts'

export interface OutsideCalls {
  /** Calls once; an answer that is no success is an error. */
  ask(method: string, path: string, body?: object, token?: string): Promise<Said>
  logIn(credentials: object): Promise<{ token: string; user: Said }>
  /** The operator creates a company. Returns the credentials of its admin. */
  openCompany(): Promise<{ email: string; password: string }>
}

/** Calls over the network, like those of an outside client. */
export function createOutsideCalls({ url, operator }: Pick<OwnServer, 'url' | 'operator'>): OutsideCalls {
  return { ask, logIn, openCompany }

  async function ask(method: string, path: string, body?: object, token?: string): Promise<Said> {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }

  async function logIn(credentials: object): Promise<{ token: string; user: Said }> {
    return ask('POST', '/auth/login', credentials)
  }

  async function openCompany() {
    const { token } = await logIn(operator)
    const plan = await ask('POST', '/plans', { name: 'Plano', users: 5, connections: 5, queues: 5 }, token)
    const admin = { email: 'admin@empresa.test', password: 'Senha-Forte-1' }
    await ask('POST', '/companies', { name: 'Casa Aurora', planId: plan.id, ...admin }, token)
    return admin
  }
}
