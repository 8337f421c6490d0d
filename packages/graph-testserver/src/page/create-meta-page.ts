import type { Server } from 'node:http'
import { join } from 'node:path'
import { createPage } from '@guiche/pix-testserver/demo-page'
import type { Shop } from '../control/open-shop.ts'
import type { GraphServer } from '../graph-server.ts'
import { type Surroundings, actionsOf } from './actions.ts'
import type { Person } from '../people/person.ts'
import { Phone } from './phones.ts'
import { type Talk, talkWithNumber, talkWithPage } from './talks.ts'

/**
 * A page that plays Meta and four customers of a shop: one with a phone number, one with a username only, one on Messenger
 * and one on Instagram.
 */
export function createMetaPage(server: GraphServer, shop: Shop, surroundings: Surroundings): Server {
  const { number, page, instagram, app } = shop
  const customers: [Person, (person: Person) => Talk][] = [
    [server.person('5531987654321', 'Rita Moura'), (person) => talkWithNumber(person, number, app)],
    [
      server.person(undefined, 'Caio Prado', { username: 'caio.prado' }),
      (person) => talkWithNumber(person, number, app),
    ],
    [server.person(undefined, 'Lia Torres'), (person) => talkWithPage(person, page, app)],
    [
      server.person(undefined, 'Davi Reis', { username: 'davi.reis' }),
      (person) => talkWithPage(person, instagram, app),
    ],
  ]
  const phones = new Map(customers.map(([person, talkOf]) => [person.name, new Phone(person, talkOf(person))]))
  return createPage({
    html: join(import.meta.dirname, 'meta-page.html'),
    actions: actionsOf({ server, shop, phones, ...surroundings }),
    fileAt: (folder, name = '', id = '') => (folder === 'file' ? phones.get(name)?.file(id) : undefined),
  })
}
