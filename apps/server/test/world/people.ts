import { randomBytes } from 'node:crypto'
import type { SessionUser } from '@guiche/contract'
import type { Caller, CallerWith } from './callers.ts'
import type { Joins, Listener, Sockets } from './sockets.ts'

export interface Person extends Caller {
  id: number
  name: string
  email: string
  password: string
  token: string
  publicToken: string
  refreshCookie: { name: string; value: string }
  user: SessionUser
  /** Opens a live socket that joins these rooms; events are kept in order. */
  listen(joins?: Joins): Promise<Listener>
}

export interface PersonOptions {
  queues?: { id: number }[]
  allTicket?: 'enable' | 'disable'
  allowGroup?: boolean
  allowConnections?: 'enabled' | 'disabled'
  allowRealTime?: 'enabled' | 'disabled'
  showDashboard?: 'enabled' | 'disabled'
  name?: string
}

export type LogIn = (email: string, password: string) => Promise<Person>

export const createLogIn =
  (callerWith: CallerWith, sockets: Sockets): LogIn =>
  async (email, password) => {
    const answer = await callerWith({}).post('/auth/login', { email, password })
    if (answer.status !== 200)
      throw new Error(`login of ${email} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    const { token, publicToken, user } = answer.body
    const [refreshCookie] = answer.cookies
    if (!refreshCookie) throw new Error('login set no cookie')
    return {
      ...callerWith({ authorization: `Bearer ${token}` }),
      id: user.id,
      name: user.name,
      email,
      password,
      token,
      publicToken,
      refreshCookie: { name: refreshCookie.name, value: refreshCookie.value },
      user,
      listen: (joins = {}) => sockets.listen(user, publicToken, joins),
    }
  }

/** The admin creates a user, who logs in. */
export async function createPerson(
  admin: Caller,
  logIn: LogIn,
  profile: 'supervisor' | 'user',
  { queues = [], name, ...rest }: PersonOptions = {},
): Promise<Person> {
  const own = randomBytes(5).toString('hex')
  const body = {
    name: name ?? `Pessoa ${own}`,
    email: `${own}@empresa.test`,
    password: `Senha-${own}A`,
    profile,
    queueIds: queues.map((queue) => queue.id),
    ...rest,
  }
  const answer = await admin.post('/users', body)
  if (answer.status !== 200) throw new Error(`user was not made: ${JSON.stringify(answer.body)}`)
  return logIn(body.email, body.password)
}
