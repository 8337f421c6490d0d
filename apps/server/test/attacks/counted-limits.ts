import type { Answer, Person } from '#test/world'

interface Counted {
  /** What a company has before the test adds any. */
  has: number
  /** Adds one. */
  add: (boss: Person, nth: string) => Promise<Answer>
  /** Removes one that was added. */
  remove: (boss: Person, id: number) => Promise<Answer>
  /** Changes one that was added. */
  change: (boss: Person, id: number, name: string) => Promise<Answer>
}

let colors = 0
const nextColor = () => `#${(colors += 1).toString(16).padStart(6, '0')}`

/** Every number of a plan that limits how many there are. */
export const counted: Record<string, Counted> = {
  users: {
    has: 1,
    add: (boss, nth) => {
      const fields = { email: `${nth}@empresa.test`, password: 'Senha-Nova-1', profile: 'user', queueIds: [] }
      return boss.post('/users', { name: `Pessoa ${nth}`, ...fields })
    },
    remove: (boss, id) => boss.delete(`/users/${id}`),
    change: (boss, id, name) => boss.put(`/users/${id}`, { name }),
  },
  connections: {
    has: 0,
    add: (boss, nth) => boss.post('/whatsapp', { name: `Chat ${nth}`, channel: 'webchat' }),
    remove: (boss, id) => boss.delete(`/whatsapp/${id}`),
    change: (boss, id, name) => boss.put(`/whatsapp/${id}`, { name }),
  },
  queues: {
    has: 0,
    add: (boss, nth) => boss.post('/queue', { name: `Fila ${nth}`, color: nextColor() }),
    remove: (boss, id) => boss.delete(`/queue/${id}`),
    change: (boss, id, name) => boss.put(`/queue/${id}`, { name }),
  },
}

export const mark = () => crypto.randomUUID().slice(0, 13)

export const made = (answers: readonly Answer[]) => answers.filter(({ status }) => status < 300)

export const refusedIn = (answers: readonly Answer[]) =>
  answers.filter(({ status, body }) => status === 403 && body.error === 'ERR_PLAN_LIMIT')
