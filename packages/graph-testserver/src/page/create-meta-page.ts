import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { createPage } from '@guiche/pix-testserver/demo-page'
import type { Shop } from '../control/open-shop.ts'
import type { GraphServer } from '../graph-server.ts'
import type { Person } from '../people/person.ts'
import { type Surroundings, actionsOf } from './actions.ts'
import { phoneOfShop } from './phone-of-shop.ts'
import { Phone } from './phones.ts'
import { talkWithNumber } from './talk-with-number.ts'
import { talkWithPage } from './talk-with-page.ts'
import type { Talk } from './talks.ts'

/**
 * A page that plays Meta and five customers of a shop: two of its number, one with a number and one with a username; one of a
 * number that is on a phone too; one on Messenger and one on Instagram.
 */
export function createMetaPage(server: GraphServer, shop: Shop, surroundings: Surroundings): Server {
  const { business, number, page, instagram, app } = shop
  const { samples } = surroundings
  const shared = business.account('Loja no celular').number('551133335555', business.name, { isOnPhoneApp: true })
  const rita = server.person('5531987654321', 'Rita Moura')
  const caio = server.person('5521977770002', 'Caio Prado', { username: 'caio.prado', hidesNumber: true })
  const bento = server.person('5511944443333', 'Bento Lima')
  const lia = server.person(undefined, 'Lia Torres')
  const davi = server.person(undefined, 'Davi Reis', { username: 'davi.reis' })
  const at = { app, samples }
  const talks: [Person, Talk][] = [
    [rita, talkWithNumber(rita, number, at)],
    [caio, talkWithNumber(caio, number, at)],
    [bento, talkWithNumber(bento, shared, at)],
    [lia, talkWithPage(lia, page, at)],
    [davi, talkWithPage(davi, instagram, at)],
  ]
  const phones = new Map(talks.map(([person, talk]) => [person.name, new Phone(person, talk)]))
  const phone = phoneOfShop({ server, app, number: shared, customer: bento, picture: samples.picture })
  const fileAt = (folder: string | undefined, name = '', id = '') =>
    folder === 'file' ? phones.get(name)?.file(id) : scripts[folder ?? '']
  return createPage({
    html: join(import.meta.dirname, 'meta-page.html'),
    actions: actionsOf({ server, shop, phones, phone, ...surroundings }),
    fileAt,
  })
}

const script = (name: string) => ({
  mimetype: 'text/javascript; charset=utf-8',
  data: readFileSync(join(import.meta.dirname, name)),
})

const scripts: Record<string, ReturnType<typeof script>> = {
  'meta-side.js': script('meta-side.js'),
  'customers.js': script('customers.js'),
}
