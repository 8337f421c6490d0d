import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { Answer, Call } from '../https/answer.ts'
import { localDay } from '../local-time.ts'
import type { World } from '../world.ts'
import { obeying } from './refusals.ts'
import { NewCustomer } from './rules.ts'

type Customer = z.output<typeof NewCustomer> & { object: 'customer'; id: string; dateCreated: string; deleted: boolean }

/** The customers of an account. As at Asaas, the same one can be added twice. */
export class Customers {
  readonly list: Customer[] = []
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  has(id: string): boolean {
    return this.list.some((customer) => customer.id === id)
  }

  create({ body }: Call): Answer {
    const id = `cus_${randomBytes(6).toString('hex')}`
    const dateCreated = localDay(this.#world.clock.now())
    const customer = { object: 'customer' as const, id, dateCreated, deleted: false, ...obeying(NewCustomer, body) }
    this.list.push(customer)
    return { status: 200, body: customer }
  }

  show({ query }: Call): Answer {
    const document = query.get('cpfCnpj')
    const data = this.list.filter(({ cpfCnpj }) => document === null || cpfCnpj === document).slice(0, 10)
    return {
      status: 200,
      body: { object: 'list', hasMore: false, totalCount: data.length, limit: 10, offset: 0, data },
    }
  }
}
